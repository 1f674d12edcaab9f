import type { RouteName } from '#domain/contract/routes.ts'

export const password = 'bubbles-and-gems'

let people = 0
// Files share a stack, and each counts its own people.
const ofThisFile = crypto.randomUUID().slice(0, 8)
export const newAddress = (name = 'parent') => `${name}${++people}.${ofThisFile}@family.example`

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
  absenceId: string
  picture: string
  linkToken: string
  /** A paired tablet's id; Mia uses it. */
  deviceId: string
  pairingCode: string
  today: string
}

export type GoodCall = {
  /** Returns a new valid body each time: ids and addresses can be used once. */
  body?: (scene: Subject) => Record<string, unknown>
}

/** The calls that take a body, or are answered otherwise than by 200, as they are done right in a scene. */
export const goodCalls: Partial<Record<RouteName, GoodCall>> = {
  signup: {
    body: () => ({ firstName: 'Olaf', lastName: 'Holm', email: newAddress('olaf'), password }),
  },
  login: { body: ({ email }) => ({ email, password }) },
  logoutEverywhere: { body: ({ deviceId }) => ({ keepDeviceIds: [deviceId] }) },
  editProfile: { body: () => ({ firstName: 'Annette' }) },
  changePassword: {
    body: ({ deviceId }) => ({
      currentPassword: password,
      newPassword: `new-${password}`,
      keepDeviceIds: [deviceId],
    }),
  },
  setProfileImage: { body: ({ picture }) => ({ profileImageUrl: picture }) },
  actAs: { body: ({ miaId }) => ({ memberId: miaId }) },
  resendConfirmation: { body: () => ({ email: newAddress() }) },
  recover: { body: () => ({ email: newAddress() }) },
  readMailedLink: { body: ({ linkToken }) => ({ link: { type: 'signup', token: linkToken } }) },
  followMailedLink: {
    body: ({ linkToken }) => ({
      link: { type: 'signup', token: linkToken },
      password: `chosen-${password}`,
      firstName: 'Anna',
      lastName: 'Berg',
    }),
  },
  editFamily: { body: () => ({ name: 'The Bergs', rewardMode: 'spend' }) },
  deleteFamily: { body: () => ({ currentPassword: password }) },
  join: { body: ({ pairingCode }) => ({ code: pairingCode }) },
  setDeviceUse: { body: () => ({ use: 'own' }) },
  renameDevice: { body: () => ({ name: 'Kitchen' }) },
  addMember: {
    body: () => ({ id: crypto.randomUUID(), displayName: 'Emil', role: 'kid', avatarSeed: 'emil', pin: '1234' }),
  },
  editMember: { body: () => ({ displayName: 'Mimi' }) },
  setAvatar: { body: ({ picture }) => ({ avatarUrl: picture }) },
  setPin: { body: () => ({ pin: '1234' }) },
  verifyPin: { body: () => ({ pin: '1234' }) },
  addGemEntry: { body: () => ({ amount: 15, reason: 'Great report card' }) },
  practise: { body: ({ today }) => ({ game: 'word-pop', item: 'cat', answer: 'right', day: today }) },
  finishPractice: { body: () => ({ game: 'word-pop', roundId: crypto.randomUUID() }) },
  addColumn: { body: () => ({ id: crypto.randomUUID(), title: 'Garden', emoji: '🌱' }) },
  orderColumns: { body: ({ columnIds }) => ({ columnIds: columnIds.toReversed() }) },
  editColumn: { body: () => ({ title: 'Garden' }) },
  searchArchivedQuests: { body: ({ today }) => ({ title: 'Dishes', doneSince: today }) },
  addQuest: {
    body: ({ miaId, columnId }) => ({
      id: crypto.randomUUID(),
      title: 'Plants',
      icon: '🌱',
      gemValue: 5,
      assigneeIds: [miaId],
      columnId,
    }),
  },
  moveOrEditQuest: { body: ({ columnId }) => ({ columnId }) },
  addAbsence: {
    body: ({ miaId, today }) => ({
      id: crypto.randomUUID(),
      memberId: miaId,
      startsOn: today,
      endsOn: today,
      reason: '🤒',
    }),
  },
  editAbsence: { body: ({ today }) => ({ endsOn: today }) },
  addReward: {
    body: () => ({ id: crypto.randomUUID(), title: 'Pizza', icon: '🍕', gemCost: 5 }),
  },
  editReward: { body: () => ({ isActive: 0 }) },
  redeemReward: {
    body: ({ miaId }) => ({ redemptionId: crypto.randomUUID(), memberId: miaId }),
  },
  decideRedemption: { body: () => ({ status: 'granted' }) },
}
