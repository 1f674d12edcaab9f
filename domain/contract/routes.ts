import * as z from 'zod/mini'
import { CurrentUser, Login, RealtimeAccess, SignedOut, Signup, SignupReply } from './auth.ts'
import { Membership } from './families.ts'
import { FamilyMember } from './family-members.ts'
import { Health } from './health.ts'
import { ColumnPatch, NewColumn, QuestColumn } from './quest-columns.ts'
import { NewQuest, Quest, QuestPatch } from './quests.ts'

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** `:name` stands for an id; `pathParams` says of what. */
  path: `/api/${string}`
  body?: z.ZodMiniType
  reply: z.ZodMiniType
}

/** The whole /api: the client, the server and the tests derive from this table. */
export const routes = {
  currentUser: { method: 'GET', path: '/api/auth/user', reply: CurrentUser },
  signup: { method: 'POST', path: '/api/auth/signup', body: Signup, reply: SignupReply },
  login: { method: 'POST', path: '/api/auth/login', body: Login, reply: CurrentUser },
  logout: { method: 'POST', path: '/api/auth/logout', reply: SignedOut },
  realtimeAccess: { method: 'GET', path: '/api/auth/realtime', reply: RealtimeAccess },

  myFamilies: { method: 'GET', path: '/api/families/my', reply: z.array(Membership) },
  members: { method: 'GET', path: '/api/families/:familyId/members', reply: z.array(FamilyMember) },

  columns: { method: 'GET', path: '/api/families/:familyId/quest-columns', reply: z.array(QuestColumn) },
  addColumn: { method: 'POST', path: '/api/families/:familyId/quest-columns', body: NewColumn, reply: QuestColumn },
  editColumn: { method: 'PATCH', path: '/api/quest-columns/:columnId', body: ColumnPatch, reply: QuestColumn },
  deleteColumn: { method: 'DELETE', path: '/api/quest-columns/:columnId', reply: QuestColumn },

  quests: { method: 'GET', path: '/api/families/:familyId/quests', reply: z.array(Quest) },
  addQuest: { method: 'POST', path: '/api/families/:familyId/quests', body: NewQuest, reply: Quest },
  moveOrEditQuest: { method: 'PATCH', path: '/api/quests/:questId', body: QuestPatch, reply: Quest },
  deleteQuest: { method: 'DELETE', path: '/api/quests/:questId', reply: Quest },

  health: { method: 'GET', path: '/api/health', reply: Health },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** The ids a path asks for: `{ familyId: FamilyId }` for `/api/families/:familyId/quests`. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
