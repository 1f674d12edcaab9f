import * as z from 'zod/mini'
import { AdminStats } from './admin.ts'
import {
  AuthAccess,
  CheckMail,
  CurrentUser,
  Login,
  MailedLinkOwner,
  MailedLinkUse,
  MailOrder,
  PasswordChange,
  PasswordChanged,
  ProfilePatch,
  RealtimeAccess,
  SignedOut,
  SignOutEverywhere,
  Signup,
  SignupReply,
} from './auth.ts'
import { DayRange } from './days.ts'
import { DevicePatch, FamilyDevice, NewDeviceUse, Pairing, PairingUse, ThisDevice } from './devices.ts'
import { withEvents } from './events.ts'
import { Family, FamilyPatch, Membership } from './families.ts'
import { ActiveMember, FamilyMember, MemberPatch, NewMember, PinChange, PinTry, PinVerdict } from './members.ts'
import type { pathParams } from './ids.ts'
import { GemBalance, GemEntry, NewGemEntry } from './gems.ts'
import { Health } from './health.ts'
import { ColumnOrder, ColumnPatch, NewColumn, OrderedColumns, QuestColumn } from './columns.ts'
import { QuestCompletion, RevokedCompletion } from './completions.ts'
import { AvatarChange, ProfileImage, UploadAddress } from './pictures.ts'
import { NewPractice, PracticeGems, PracticeItem, PracticeRound } from './practice.ts'
import { FamilyDeleted, FamilyDeletion, FamilyExport, CleanedUp } from './privacy.ts'
import { ArchivedQuestsQuery, EditedQuest, NewQuest, Quest, questCommand, QuestPatch, QuestsQuery } from './quests.ts'
import { NewRedemption, Redemption, RedemptionDecision } from './redemptions.ts'
import { NewReward, Reward, RewardPatch } from './rewards.ts'

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** `:name` stands for an id; `pathParams` has its schema. */
  path: `/api/${string}`
  body?: z.ZodMiniType
  /** A request without a body is taken as an empty object. */
  isBodyOptional?: true
  /** Selects the member of a union that validates a sent body, so that a refusal names what is wrong with it. */
  bodyOf?: (sent: object) => z.ZodMiniType
  /** The filter of a read, in its query string. */
  query?: z.ZodMiniType
  reply: z.ZodMiniType
  /**
   * Returns in `revisionHeader` the family's revision at the read: a change is in the reply exactly when its revision
   * is no higher.
   */
  hasRevision?: true
}

export const revisionHeader = 'x-family-revision'

const by =
  <const Method extends Route['method']>(method: Method) =>
  <const Path extends Route['path'], const Rest extends Omit<Route, 'method' | 'path'>>(path: Path, rest: Rest) => ({
    method,
    path,
    ...rest,
  })

const [get, post, patch, put, del] = [by('GET'), by('POST'), by('PATCH'), by('PUT'), by('DELETE')]

/** The whole /api: the client, the server and the tests derive from this table. */
export const routes = {
  currentUser: get('/api/auth/user', { reply: CurrentUser }),
  signup: post('/api/auth/signup', { body: Signup, reply: SignupReply }),
  login: post('/api/auth/login', { body: Login, reply: CurrentUser }),
  logout: post('/api/auth/logout', { reply: SignedOut }),
  logoutEverywhere: post('/api/auth/logout-everywhere', {
    body: SignOutEverywhere,
    isBodyOptional: true,
    reply: SignedOut,
  }),
  editProfile: patch('/api/auth/profile', { body: ProfilePatch, reply: withEvents(CurrentUser) }),
  changePassword: patch('/api/auth/password', { body: PasswordChange, reply: PasswordChanged }),
  setProfileImage: put('/api/user/profile-image', { body: ProfileImage, reply: withEvents(CurrentUser) }),
  dismissWrongPins: del('/api/auth/wrong-pins', { reply: withEvents(z.object({})) }),
  actAs: put('/api/auth/active-member', { body: ActiveMember, reply: withEvents(ActiveMember) }),
  resendConfirmation: post('/api/auth/resend', { body: MailOrder, reply: CheckMail }),
  recover: post('/api/auth/recover', { body: MailOrder, reply: CheckMail }),
  readMailedLink: post('/api/auth/mailed-link/read', { body: MailedLinkUse, reply: MailedLinkOwner }),
  followMailedLink: post('/api/auth/mailed-link', { body: MailedLinkUse, reply: CurrentUser }),
  authAccess: get('/api/auth/access', { reply: AuthAccess }),
  realtimeAccess: get('/api/auth/realtime', { reply: RealtimeAccess }),

  myFamilies: get('/api/families/my', { reply: z.array(Membership) }),
  editFamily: patch('/api/families/:familyId', { body: FamilyPatch, reply: withEvents(Family) }),
  exportFamily: get('/api/families/:familyId/export', { reply: FamilyExport }),
  deleteFamily: post('/api/families/:familyId/deletion', { body: FamilyDeletion, reply: withEvents(FamilyDeleted) }),

  /** Makes a code that lets one device in without an account. */
  addPairing: post('/api/families/:familyId/pairings', { reply: Pairing }),
  /** Uses a code: the session of this browser becomes that of a paired device. */
  join: post('/api/auth/join', { body: PairingUse, reply: ThisDevice }),
  setDeviceUse: put('/api/auth/device', { body: NewDeviceUse, reply: ThisDevice }),
  devices: get('/api/families/:familyId/devices', { reply: z.array(FamilyDevice) }),
  renameDevice: patch('/api/devices/:deviceId', { body: DevicePatch, reply: withEvents(z.object({})) }),
  endDevice: del('/api/devices/:deviceId', { reply: withEvents(z.object({})) }),

  members: get('/api/families/:familyId/members', { reply: z.array(FamilyMember), hasRevision: true }),
  addMember: post('/api/families/:familyId/members', { body: NewMember, reply: withEvents(FamilyMember) }),
  editMember: patch('/api/family-members/:memberId', { body: MemberPatch, reply: withEvents(FamilyMember) }),
  removeMember: del('/api/family-members/:memberId', { reply: withEvents(FamilyMember) }),
  setAvatar: put('/api/family-members/:memberId/avatar', { body: AvatarChange, reply: withEvents(FamilyMember) }),
  setPin: put('/api/family-members/:memberId/pin', { body: PinChange, reply: withEvents(FamilyMember) }),
  verifyPin: post('/api/family-members/:memberId/verify-pin', { body: PinTry, reply: withEvents(PinVerdict) }),
  gems: get('/api/family-members/:memberId/gems', { reply: GemBalance, hasRevision: true }),
  gemEntries: get('/api/family-members/:memberId/gem-entries', { reply: z.array(GemEntry), hasRevision: true }),
  addGemEntry: post('/api/family-members/:memberId/gem-entries', { body: NewGemEntry, reply: withEvents(GemEntry) }),

  practice: get('/api/family-members/:memberId/practice', { reply: z.array(PracticeItem) }),
  practise: post('/api/family-members/:memberId/practice', { body: NewPractice, reply: withEvents(PracticeItem) }),
  forgetPractice: del('/api/family-members/:memberId/practice', { reply: withEvents(z.object({})) }),
  finishPractice: post('/api/family-members/:memberId/practice-rounds', {
    body: PracticeRound,
    reply: withEvents(PracticeGems),
  }),

  requestUpload: post('/api/objects/upload', { reply: UploadAddress }),

  columns: get('/api/families/:familyId/quest-columns', { reply: z.array(QuestColumn), hasRevision: true }),
  addColumn: post('/api/families/:familyId/quest-columns', { body: NewColumn, reply: withEvents(QuestColumn) }),
  orderColumns: put('/api/families/:familyId/column-order', { body: ColumnOrder, reply: withEvents(OrderedColumns) }),
  editColumn: patch('/api/quest-columns/:columnId', { body: ColumnPatch, reply: withEvents(QuestColumn) }),
  deleteColumn: del('/api/quest-columns/:columnId', { reply: withEvents(QuestColumn) }),

  quests: get('/api/families/:familyId/quests', { query: QuestsQuery, reply: z.array(Quest), hasRevision: true }),
  archivedQuests: get('/api/families/:familyId/quests/archived', {
    query: ArchivedQuestsQuery,
    reply: z.array(Quest),
    hasRevision: true,
  }),
  archiveQuests: post('/api/families/:familyId/quests/archive', {
    reply: withEvents(z.object({ quests: z.array(Quest) })),
  }),
  addQuest: post('/api/families/:familyId/quests', { body: NewQuest, reply: withEvents(Quest) }),
  moveOrEditQuest: patch('/api/quests/:questId', {
    body: QuestPatch,
    bodyOf: (sent: object) => questCommand(sent).schema,
    reply: withEvents(EditedQuest),
  }),
  deleteQuest: del('/api/quests/:questId', { reply: withEvents(Quest) }),

  completions: get('/api/families/:familyId/quest-completions', {
    query: DayRange,
    reply: z.array(QuestCompletion),
    hasRevision: true,
  }),
  undoCompletion: del('/api/quests/:questId/completions/:memberId/:completedDate', {
    reply: withEvents(RevokedCompletion),
  }),

  activeRewards: get('/api/families/:familyId/active-rewards', { reply: z.array(Reward), hasRevision: true }),
  rewards: get('/api/families/:familyId/rewards', { reply: z.array(Reward), hasRevision: true }),
  addReward: post('/api/families/:familyId/rewards', { body: NewReward, reply: withEvents(Reward) }),
  editReward: patch('/api/rewards/:rewardId', { body: RewardPatch, reply: withEvents(Reward) }),
  deleteReward: del('/api/rewards/:rewardId', { reply: withEvents(Reward) }),
  redeemReward: post('/api/rewards/:rewardId/redeem', { body: NewRedemption, reply: withEvents(Redemption) }),
  redemptions: get('/api/families/:familyId/redemptions', { reply: z.array(Redemption), hasRevision: true }),
  decideRedemption: patch('/api/redemptions/:redemptionId', {
    body: RedemptionDecision,
    reply: withEvents(Redemption),
  }),
  /**
   * Allowed right after redeeming, to everyone who may redeem for that member; once granted, to a parent at any time.
   */
  putBackRedemption: del('/api/redemptions/:redemptionId', { reply: withEvents(Redemption) }),

  adminStats: get('/api/admin/stats', { reply: AdminStats }),
  cleanUp: post('/api/cleanup', { reply: CleanedUp }),
  health: get('/api/health', { reply: Health }),
} satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/**
 * Identifies a change, so that it happens once: sent again with its key within a week, it gets the first response.
 * Optional.
 */
export const idempotencyKeyHeader = 'idempotency-key'

/** `true` on the stored response to an earlier request with the same key. */
export const replayedHeader = 'idempotent-replayed'

/** The changes that take no key: the header is ignored there. */
const withoutKey: ReadonlySet<RouteName> = new Set([
  // Auth runs these, in no transaction of ours; they set cookies, or have no account yet.
  ...([
    'signup',
    'login',
    'logout',
    'logoutEverywhere',
    'changePassword',
    'resendConfirmation',
    'recover',
    'readMailedLink',
    'followMailedLink',
    'join',
    'setDeviceUse',
  ] as const),
  // A key belongs to the account, the acting member to the session: a replay could return a member that the device does
  // not act as.
  'actAs',
  // Each try at a PIN counts, and its verdict is not stored.
  'verifyPin',
  // Deletes the account that the response would be stored with.
  'deleteFamily',
  // The response is secret.
  'addPairing',
  // The storage service makes the response, which is secret.
  'requestUpload',
  // These look at the picture before the command: a repeated request is refused once the picture is gone.
  ...(['setAvatar', 'setProfileImage'] as const),
  // Nobody is signed in.
  'cleanUp',
])

export const takesKey = (name: RouteName) => routes[name].method !== 'GET' && !withoutKey.has(name)

/** The ids a path asks for: `{ familyId: FamilyId }` for `/api/families/:familyId/quests`. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type PathOf<Name extends RouteName> = (typeof routes)[Name]['path']

/** The ids a call needs, each of its own kind; `{}` when the path has none. */
export type Params<Name extends RouteName> = {
  [Param in ParamNames<PathOf<Name>>]: Param extends keyof typeof pathParams
    ? z.infer<(typeof pathParams)[Param]>
    : never
}

/** The input of a call beside its ids: a body, or the filter of a read. */
export type Body<Name extends RouteName> = (typeof routes)[Name] extends
  | { body: infer Schema extends z.ZodMiniType }
  | { query: infer Schema extends z.ZodMiniType }
  ? z.input<Schema>
  : never

export type Reply<Name extends RouteName> = z.infer<(typeof routes)[Name]['reply']>

/** The calls that change something. */
export type ChangeName = {
  [Name in RouteName]: (typeof routes)[Name]['method'] extends 'GET' ? never : Name
}[RouteName]

/** The input of such a call: the ids of its path, and its body if it has one. */
export type Change<Name extends ChangeName> = Params<Name> &
  ([Body<Name>] extends [never] ? object : { body: Body<Name> })
