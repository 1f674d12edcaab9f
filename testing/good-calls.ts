import type { RouteName } from '#domain/contract/routes.ts'

export const password = 'bubbles-and-gems'

let people = 0
// Files share a stack, and each counts its own people.
const ofThisFile = crypto.randomUUID().slice(0, 8)
export const newAddress = (name = 'parent') => `${name}${++people}.${ofThisFile}@family.example`

/**
 * The right that a call needs: `anyone` needs no session, a `session` of any kind is enough to ask about oneself, a
 * `person` changes their own login, a `member` reads and does what is theirs, a `parent` manages,
 * an `admin` sees numbers of the whole installation.
 */
export type Right = 'anyone' | 'session' | 'person' | 'member' | 'parent' | 'admin'

/** The targets of calls: the part of a scene that does not depend on the stack. */
export type Subject = {
  familyId: string
  email: string
  miaId: string
  questId: string
  columnId: string
  columnIds: string[]
  rewardId: string
  redemptionId: string
  picture: string
  linkToken: string
  /** A paired tablet's id; Mia uses it. */
  deviceId: string
  pairingCode: string
  today: string
}

export type GoodCall = {
  right: Right
  /** Returns a new valid body each time: ids and addresses can be used once. */
  body?: (scene: Subject) => Record<string, unknown>
  status?: 201 | 202
}

/** Every call of the contract as it is done right in a scene. */
export const goodCalls: Record<RouteName, GoodCall> = {
  currentUser: { right: 'session' },
  signup: {
    right: 'anyone',
    body: () => ({ firstName: 'Olaf', lastName: 'Holm', email: newAddress('olaf'), password }),
    status: 201,
  },
  login: { right: 'anyone', body: ({ email }) => ({ email, password }) },
  logout: { right: 'anyone' },
  logoutEverywhere: { right: 'person', body: ({ deviceId }) => ({ keepDeviceIds: [deviceId] }) },
  editProfile: { right: 'person', body: () => ({ firstName: 'Annette' }) },
  changePassword: {
    right: 'person',
    body: ({ deviceId }) => ({
      currentPassword: password,
      newPassword: `new-${password}`,
      keepDeviceIds: [deviceId],
    }),
  },
  setProfileImage: { right: 'person', body: ({ picture }) => ({ profileImageUrl: picture }) },
  dismissWrongPins: { right: 'person' },
  actAs: { right: 'session', body: ({ miaId }) => ({ memberId: miaId }) },
  resendConfirmation: { right: 'anyone', body: () => ({ email: newAddress() }), status: 202 },
  recover: { right: 'anyone', body: () => ({ email: newAddress() }), status: 202 },
  readMailedLink: { right: 'anyone', body: ({ linkToken }) => ({ link: { type: 'signup', token: linkToken } }) },
  followMailedLink: {
    right: 'anyone',
    body: ({ linkToken }) => ({
      link: { type: 'signup', token: linkToken },
      password: `chosen-${password}`,
      firstName: 'Anna',
      lastName: 'Berg',
    }),
  },
  authAccess: { right: 'anyone' },
  realtimeAccess: { right: 'session' },
  myFamilies: { right: 'session' },
  editFamily: { right: 'parent', body: () => ({ name: 'The Bergs', rewardMode: 'spend' }) },
  exportFamily: { right: 'parent' },
  deleteFamily: { right: 'parent', body: () => ({ currentPassword: password }) },
  addPairing: { right: 'parent', status: 201 },
  join: { right: 'anyone', body: ({ pairingCode }) => ({ code: pairingCode }), status: 201 },
  setDeviceUse: { right: 'parent', body: () => ({ use: 'own' }) },
  devices: { right: 'parent' },
  renameDevice: { right: 'parent', body: () => ({ name: 'Kitchen' }) },
  endDevice: { right: 'parent' },
  members: { right: 'member' },
  addMember: {
    right: 'parent',
    body: () => ({ id: crypto.randomUUID(), displayName: 'Emil', role: 'kid', avatarSeed: 'emil', pin: '1234' }),
    status: 201,
  },
  editMember: { right: 'parent', body: () => ({ displayName: 'Mimi' }) },
  removeMember: { right: 'parent' },
  setAvatar: { right: 'parent', body: ({ picture }) => ({ avatarUrl: picture }) },
  setPin: { right: 'parent', body: () => ({ pin: '1234' }) },
  verifyPin: { right: 'member', body: () => ({ pin: '1234' }) },
  gems: { right: 'member' },
  gemEntries: { right: 'member' },
  addGemEntry: { right: 'parent', body: () => ({ amount: 15, reason: 'Great report card' }), status: 201 },
  practice: { right: 'member' },
  practise: { right: 'member', body: ({ today }) => ({ game: 'word-pop', item: 'cat', answer: 'right', day: today }) },
  forgetPractice: { right: 'parent' },
  finishPractice: { right: 'member', body: () => ({ game: 'word-pop', roundId: crypto.randomUUID() }) },
  requestUpload: { right: 'person' },
  columns: { right: 'member' },
  addColumn: { right: 'parent', body: () => ({ id: crypto.randomUUID(), title: 'Garden', emoji: '🌱' }), status: 201 },
  orderColumns: { right: 'parent', body: ({ columnIds }) => ({ columnIds: columnIds.toReversed() }) },
  editColumn: { right: 'parent', body: () => ({ title: 'Garden' }) },
  deleteColumn: { right: 'parent' },
  quests: { right: 'member' },
  archivedQuests: { right: 'member' },
  archiveQuests: { right: 'parent' },
  addQuest: {
    right: 'parent',
    body: ({ miaId, columnId }) => ({
      id: crypto.randomUUID(),
      title: 'Plants',
      icon: '🌱',
      gemValue: 5,
      assigneeIds: [miaId],
      columnId,
    }),
    status: 201,
  },
  moveOrEditQuest: { right: 'parent', body: ({ columnId }) => ({ columnId }) },
  deleteQuest: { right: 'parent' },
  completions: { right: 'member' },
  undoCompletion: { right: 'parent' },
  activeRewards: { right: 'member' },
  rewards: { right: 'member' },
  addReward: {
    right: 'parent',
    body: () => ({ id: crypto.randomUUID(), title: 'Pizza', icon: '🍕', gemCost: 5 }),
    status: 201,
  },
  editReward: { right: 'parent', body: () => ({ isActive: 0 }) },
  deleteReward: { right: 'parent' },
  redeemReward: {
    right: 'member',
    body: ({ miaId }) => ({ redemptionId: crypto.randomUUID(), memberId: miaId }),
    status: 201,
  },
  redemptions: { right: 'member' },
  decideRedemption: { right: 'parent', body: () => ({ status: 'granted' }) },
  putBackRedemption: { right: 'member' },
  adminStats: { right: 'admin' },
  cleanUp: { right: 'anyone' },
  health: { right: 'anyone' },
}
