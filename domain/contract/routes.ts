import * as z from 'zod/mini'
import { Absence, AbsencePatch, NewAbsence } from './absences.ts'
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
import { FamilyStateQuery, FamilyStateReply } from './family-state.ts'
import { ActiveMember, FamilyMember, MemberPatch, NewMember, PinChange, PinTry, PinVerdict } from './members.ts'
import type { pathParams } from './ids.ts'
import { GemBalance, GemEntry, NewGemEntry } from './gems.ts'
import { Health } from './health.ts'
import { ColumnOrder, ColumnPatch, NewColumn, OrderedColumns, QuestColumn } from './columns.ts'
import { PaidCompletion, RevokedCompletion } from './completions.ts'
import { AvatarChange, ProfileImage, UploadAddress } from './pictures.ts'
import { NewPractice, PracticeGems, PracticeItem, PracticeRound } from './practice.ts'
import { FamilyDeleted, FamilyDeletion, FamilyExport, CleanedUp } from './privacy.ts'
import {
  ArchivedQuestsQuery,
  ArchivedQuestsSearch,
  EditedQuest,
  NewQuest,
  Quest,
  questCommand,
  QuestPatch,
  QuestsQuery,
} from './quests.ts'
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
  /** The status of its reply if that is not 200. */
  status?: 201 | 202
  /** It adds an entity each time: the field of the body with the id that the caller chose for it, if it has one. */
  creates?: 'id' | 'redemptionId' | 'no id'
  /** A change that takes no idempotency key, and why: its header is ignored. */
  noKey?: NoKey
  /** It answers a question about shown data: a refusal means that the data was out of date. */
  confirms?: true
  /** Its callers try again by themselves, and its failure does not mean that the screen is out of date. */
  isProbe?: true
}

/**
 * `auth`: Auth runs it, in no transaction of ours; it sets cookies, or there is no account yet. `session`: what it
 * answers belongs to the session, and a key to the account. `try`: each try counts. `gone`: it deletes the account that
 * the reply would be stored with. `secret`: the reply is secret. `picture`: it looks at the picture first, which is gone
 * the second time. `read`: it changes nothing.
 */
type NoKey = 'auth' | 'session' | 'try' | 'gone' | 'secret' | 'picture' | 'read'

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
  signup: post('/api/auth/signup', { body: Signup, reply: SignupReply, noKey: 'auth', status: 201 }),
  login: post('/api/auth/login', { body: Login, reply: CurrentUser, noKey: 'auth' }),
  logout: post('/api/auth/logout', { reply: SignedOut, noKey: 'auth' }),
  logoutEverywhere: post('/api/auth/logout-everywhere', {
    body: SignOutEverywhere,
    isBodyOptional: true,
    reply: SignedOut,
    noKey: 'auth',
  }),
  editProfile: patch('/api/auth/profile', { body: ProfilePatch, reply: withEvents(CurrentUser) }),
  changePassword: patch('/api/auth/password', { body: PasswordChange, reply: PasswordChanged, noKey: 'auth' }),
  setProfileImage: put('/api/user/profile-image', {
    body: ProfileImage,
    reply: withEvents(CurrentUser),
    noKey: 'picture',
  }),
  dismissWrongPins: del('/api/auth/wrong-pins', { reply: withEvents(z.object({})) }),
  actAs: put('/api/auth/active-member', { body: ActiveMember, reply: withEvents(ActiveMember), noKey: 'session' }),
  resendConfirmation: post('/api/auth/resend', { body: MailOrder, reply: CheckMail, noKey: 'auth', status: 202 }),
  recover: post('/api/auth/recover', { body: MailOrder, reply: CheckMail, noKey: 'auth', status: 202 }),
  readMailedLink: post('/api/auth/mailed-link/read', { body: MailedLinkUse, reply: MailedLinkOwner, noKey: 'auth' }),
  followMailedLink: post('/api/auth/mailed-link', { body: MailedLinkUse, reply: CurrentUser, noKey: 'auth' }),
  authAccess: get('/api/auth/access', { reply: AuthAccess }),
  realtimeAccess: get('/api/auth/realtime', { reply: RealtimeAccess, isProbe: true }),

  myFamilies: get('/api/families/my', { reply: z.array(Membership) }),
  editFamily: patch('/api/families/:familyId', { body: FamilyPatch, reply: withEvents(Family) }),
  familyState: get('/api/families/:familyId/state', { query: FamilyStateQuery, reply: FamilyStateReply }),
  exportFamily: get('/api/families/:familyId/export', { reply: FamilyExport }),
  deleteFamily: post('/api/families/:familyId/deletion', {
    body: FamilyDeletion,
    reply: withEvents(FamilyDeleted),
    noKey: 'gone',
  }),

  /** Makes a code that lets one device in without an account. */
  addPairing: post('/api/families/:familyId/pairings', { reply: Pairing, noKey: 'secret', status: 201 }),
  /** Uses a code: the session of this browser becomes that of a paired device. */
  join: post('/api/auth/join', { body: PairingUse, reply: ThisDevice, noKey: 'auth', status: 201 }),
  setDeviceUse: put('/api/auth/device', { body: NewDeviceUse, reply: ThisDevice, noKey: 'auth' }),
  devices: get('/api/families/:familyId/devices', { reply: z.array(FamilyDevice) }),
  renameDevice: patch('/api/devices/:deviceId', { body: DevicePatch, reply: withEvents(z.object({})) }),
  endDevice: del('/api/devices/:deviceId', { reply: withEvents(z.object({})) }),

  members: get('/api/families/:familyId/members', { reply: z.array(FamilyMember) }),
  addMember: post('/api/families/:familyId/members', {
    body: NewMember,
    reply: withEvents(FamilyMember),
    status: 201,
    creates: 'id',
  }),
  editMember: patch('/api/family-members/:memberId', { body: MemberPatch, reply: withEvents(FamilyMember) }),
  removeMember: del('/api/family-members/:memberId', { reply: withEvents(FamilyMember), confirms: true }),
  setAvatar: put('/api/family-members/:memberId/avatar', {
    body: AvatarChange,
    reply: withEvents(FamilyMember),
    noKey: 'picture',
  }),
  setPin: put('/api/family-members/:memberId/pin', { body: PinChange, reply: withEvents(FamilyMember) }),
  verifyPin: post('/api/family-members/:memberId/verify-pin', {
    body: PinTry,
    reply: withEvents(PinVerdict),
    noKey: 'try',
  }),
  gems: get('/api/family-members/:memberId/gems', { reply: GemBalance }),
  gemEntries: get('/api/family-members/:memberId/gem-entries', { reply: z.array(GemEntry) }),
  addGemEntry: post('/api/family-members/:memberId/gem-entries', {
    body: NewGemEntry,
    reply: withEvents(GemEntry),
    status: 201,
    creates: 'no id',
  }),

  practice: get('/api/family-members/:memberId/practice', { reply: z.array(PracticeItem) }),
  practise: post('/api/family-members/:memberId/practice', { body: NewPractice, reply: withEvents(PracticeItem) }),
  forgetPractice: del('/api/family-members/:memberId/practice', { reply: withEvents(z.object({})) }),
  finishPractice: post('/api/family-members/:memberId/practice-rounds', {
    body: PracticeRound,
    reply: withEvents(PracticeGems),
  }),

  requestUpload: post('/api/objects/upload', { reply: UploadAddress, noKey: 'secret' }),

  columns: get('/api/families/:familyId/quest-columns', { reply: z.array(QuestColumn) }),
  addColumn: post('/api/families/:familyId/quest-columns', {
    body: NewColumn,
    reply: withEvents(QuestColumn),
    status: 201,
    creates: 'id',
  }),
  orderColumns: put('/api/families/:familyId/column-order', { body: ColumnOrder, reply: withEvents(OrderedColumns) }),
  editColumn: patch('/api/quest-columns/:columnId', { body: ColumnPatch, reply: withEvents(QuestColumn) }),
  deleteColumn: del('/api/quest-columns/:columnId', { reply: withEvents(QuestColumn), confirms: true }),

  quests: get('/api/families/:familyId/quests', { query: QuestsQuery, reply: z.array(Quest) }),
  archivedQuests: get('/api/families/:familyId/quests/archived', {
    query: ArchivedQuestsQuery,
    reply: z.array(Quest),
  }),
  /** The newest of them. Its text is in a body, because addresses are logged. */
  searchArchivedQuests: post('/api/families/:familyId/quests/archived/search', {
    body: ArchivedQuestsSearch,
    reply: z.array(Quest),
    noKey: 'read',
  }),
  addQuest: post('/api/families/:familyId/quests', {
    body: NewQuest,
    reply: withEvents(Quest),
    status: 201,
    creates: 'id',
  }),
  moveOrEditQuest: patch('/api/quests/:questId', {
    body: QuestPatch,
    bodyOf: (sent: object) => questCommand(sent).schema,
    reply: withEvents(EditedQuest),
  }),
  deleteQuest: del('/api/quests/:questId', { reply: withEvents(Quest), confirms: true }),

  completions: get('/api/families/:familyId/quest-completions', {
    query: DayRange,
    reply: z.array(PaidCompletion),
  }),
  undoCompletion: del('/api/quests/:questId/completions/:memberId/:completedDate', {
    reply: withEvents(RevokedCompletion),
  }),

  addAbsence: post('/api/families/:familyId/absences', {
    body: NewAbsence,
    reply: withEvents(Absence),
    status: 201,
    creates: 'id',
  }),
  editAbsence: patch('/api/absences/:absenceId', { body: AbsencePatch, reply: withEvents(Absence) }),
  deleteAbsence: del('/api/absences/:absenceId', { reply: withEvents(Absence) }),

  activeRewards: get('/api/families/:familyId/active-rewards', { reply: z.array(Reward) }),
  rewards: get('/api/families/:familyId/rewards', { reply: z.array(Reward) }),
  addReward: post('/api/families/:familyId/rewards', {
    body: NewReward,
    reply: withEvents(Reward),
    status: 201,
    creates: 'id',
  }),
  editReward: patch('/api/rewards/:rewardId', { body: RewardPatch, reply: withEvents(Reward) }),
  deleteReward: del('/api/rewards/:rewardId', { reply: withEvents(Reward), confirms: true }),
  redeemReward: post('/api/rewards/:rewardId/redeem', {
    body: NewRedemption,
    reply: withEvents(Redemption),
    status: 201,
    creates: 'redemptionId',
  }),
  redemptions: get('/api/families/:familyId/redemptions', { reply: z.array(Redemption) }),
  decideRedemption: patch('/api/redemptions/:redemptionId', {
    body: RedemptionDecision,
    reply: withEvents(Redemption),
    confirms: true,
  }),
  /**
   * Allowed right after redeeming, to everyone who may redeem for that member; once granted, to a parent at any time.
   */
  putBackRedemption: del('/api/redemptions/:redemptionId', { reply: withEvents(Redemption), confirms: true }),

  adminStats: get('/api/admin/stats', { reply: AdminStats }),
  cleanUp: post('/api/cleanup', { reply: CleanedUp, noKey: 'auth' }),
  health: get('/api/health', { reply: Health, isProbe: true }),
} satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/**
 * Identifies a change, so that it happens once: sent again with its key within a week, it gets the first response.
 * Optional.
 */
export const idempotencyKeyHeader = 'idempotency-key'

/** `true` on the stored response to an earlier request with the same key. */
export const replayedHeader = 'idempotent-replayed'

export function takesKey(name: RouteName): boolean {
  const route: Route = routes[name]
  return route.method !== 'GET' && route.noKey === undefined
}

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
