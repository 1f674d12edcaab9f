import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { ThisDevice } from '#domain/contract/devices.ts'
import type { Membership } from '#domain/contract/families.ts'
import { FamilyId, MemberId, UserId } from '#domain/contract/ids.ts'
import type { Reply } from '#domain/contract/routes.ts'
import { call, keyOf } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'
import { tabChannel } from '#app/state/allowed.ts'
import { store } from '#app/state/store.ts'
import { endRefusedSession, lastSession, rememberSession } from './end-refused-session.ts'
import { endSession } from './end-session.ts'
import { mailedLinkPages } from './mailed-link.ts'
import { forgetSignOut, isSignedOutHere, tellSignOut } from './sign-out.ts'

/** Who uses this page. Changed by a reply, another tab or a read of the server; all else is derived from it. */
export type Session = {
  /** `device` for a paired device, which has no account. */
  kind: 'account' | 'device'
  user: CurrentUser
  /** Undefined for an account without a family. */
  familyId: FamilyId | undefined
  /** The account's own member; null on a paired device. */
  ownMember: MemberId | null
  /** Undefined for a session that began before devices were kept. */
  device: ThisDevice | undefined
  /** The member that this browser acts as; null for nobody. */
  actingMember: MemberId | null
  /** The member whose screens this tab shows; another than the acting member after a change that began elsewhere. */
  shownMember: MemberId | null
  /** Wrong PINs at the profile of the acting member, until they are dismissed. */
  wrongPins: Membership['wrongPins']
}

const sessionKey = ['session'] as const

/** The known session; null when nobody is signed in, undefined until it was read. */
export const sessionOf = (client: QueryClient) => client.getQueryData<Session | null>(sessionKey)

/**
 * Reads the session; null when nobody is signed in. A browser that knows its family asks for the family's state at the
 * same time, which says the rest of the session; another one as soon as it knows the family.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ client }): Promise<Session | null> => {
      const era = changes
      const isSignedOut = isSignedOutHere()
      if (isSignedOut) tellSignOut().catch(() => {})
      const isOpening = !isSignedOut && sessionOf(client) === undefined
      const last = isOpening ? lastSession() : undefined
      if (last) beginState(last.familyId)
      const early =
        isOpening && !last && familyPages.test(document.location.pathname) ? readMembership(client) : undefined
      early?.then(
        (membership) => membership && beginState(membership.family.id),
        () => {},
      )
      const user = isSignedOut ? null : await readUser(client)
      const before = sessionOf(client)
      if (before && isLeft(client, before, user?.id ?? null)) return before
      // The state says the rest; the offline copy may have said it meanwhile.
      if (user && last && !before) return { ...sessionAfter(null, user, undefined), ...last }
      const membership = user ? await (early ?? readMembership(client)) : undefined
      const session = user && (sessionSince(era, client) ?? sessionAfter(sessionOf(client), user, membership))
      rememberSession(session)
      return session
    },
  })

/** Returns null when nobody is signed in. Throws when a known session was locked, so that its page is left with that. */
const readUser = (client: QueryClient): Promise<CurrentUser | null> =>
  call('currentUser').catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401 || error.isForeign) throw error
    if (error.code === 'user_banned' && sessionOf(client) && !isLinkPage()) throw error
    return null
  })

/** Counts the changes by replies and other tabs: a read that began before one would restore what was before. */
let changes = 0

/** The session if it has changed since `era`. */
const sessionSince = (era: number, client: QueryClient) => (era === changes ? undefined : sessionOf(client))

/** Reads the family that is shown, and the member that the server acts as; undefined without a family. */
async function readMembership(client: QueryClient): Promise<Membership | undefined> {
  const [membership] = await client.fetchQuery({
    queryKey: [...keyOf('myFamilies'), changes],
    queryFn: () => call('myFamilies'),
    staleTime: 0,
    gcTime: 0,
  })
  return membership
}

/** The pages that are hardly opened signed out. */
const familyPages = /^\/(parent|kid|wall|rewards-store|family-members|welcome)\b/

type OpeningRead = { familyId: FamilyId; reply: Promise<Reply<'familyState'>> }
let opening: OpeningRead | undefined

function beginState(familyId: FamilyId): void {
  opening = { familyId, reply: call('familyState', { familyId }, {}) }
  opening.reply.catch(() => {})
}

/** The read of that family's state with which the page opened, once. */
export function takeOpeningRead(familyId: FamilyId): OpeningRead['reply'] | undefined {
  const taken = opening?.familyId === familyId ? opening.reply : undefined
  opening = undefined
  return taken
}

/**
 * Call before a read that says the membership; the returned function changes the session by it, and returns false if the
 * session has changed since, so that what was read is out of date.
 */
export function followMembership(client: QueryClient): (membership: Membership) => boolean {
  const era = changes
  return (membership) => {
    if (era !== changes) return false
    updateSession(client, (session) => sessionAfter(session, session.user, membership))
    rememberSession(sessionOf(client) ?? null)
    return true
  }
}

/** The session by what was read. A tab keeps the member that it shows, until somebody goes on in it. */
function sessionAfter(
  before: Session | null | undefined,
  user: CurrentUser,
  membership: Membership | undefined,
): Session {
  const device = membership?.device ?? undefined
  const actingMember = membership?.activeMemberId ?? null
  return {
    kind: device?.isPaired === true ? 'device' : 'account',
    user,
    familyId: membership?.family.id,
    ownMember: membership?.id ?? null,
    device,
    actingMember,
    shownMember: before?.user.id === user.id ? shownAfter(before, actingMember) : actingMember,
    wrongPins: membership?.wrongPins,
  }
}

const shownAfter = (before: Session, actingMember: MemberId | null) =>
  before.actingMember === null ? actingMember : before.shownMember

/** Changes the session in this tab alone. */
export function updateSession(client: QueryClient, change: (session: Session) => Session): void {
  client.setQueryData<Session | null>(sessionKey, (session) => session && change(session))
}

/** Shows the screens of the acting member from now on. */
export const goOn = (client: QueryClient): void =>
  updateSession(client, (session) =>
    session.shownMember === session.actingMember ? session : { ...session, shownMember: session.actingMember },
  )

const channel = tabChannel('session')

/** What a tab tells the others. */
const SessionChange = z.object({
  /** Who is signed in from now on. */
  userId: z.nullable(UserId),
  actingMember: z.optional(z.nullable(MemberId)),
})
const post = (change: z.infer<typeof SessionChange>) => channel()?.postMessage(change)

/** Reads the session again; a failed read is tried again until it succeeds. */
export const refreshSession = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: sessionKey })

/** Changes who uses this browser after a reply that says so, here and in the other tabs. */
export function changeSession(
  client: QueryClient,
  change: Pick<Session, 'actingMember'> & Partial<Pick<Session, 'device' | 'wrongPins'>>,
): void {
  changes++
  updateSession(client, (session) => ({ ...session, wrongPins: null, ...change, shownMember: change.actingMember }))
  post({ userId: sessionOf(client)?.user.id ?? null, actingMember: change.actingMember })
  // The server shows the account's address to a parent alone.
  void refreshSession(client)
}

/** Applies the changes of other tabs; returns a function that ends this. */
export function followSession(client: QueryClient): () => void {
  const onChange = ({ data }: MessageEvent<unknown>) => {
    const { data: change } = SessionChange.safeParse(data)
    const session = sessionOf(client)
    if (session && change) {
      const { userId, actingMember = session.actingMember } = change
      if (isLeft(client, session, userId)) return
      changes++
      updateSession(client, (known) => ({
        ...known,
        actingMember,
        shownMember: shownAfter(known, actingMember),
      }))
    }
    void refreshSession(client)
  }
  channel()?.addEventListener('message', onChange)
  return () => channel()?.removeEventListener('message', onChange)
}

const isLinkPage = () => mailedLinkPages.test(window.location.pathname)

/** Leaves the page of a user who is no longer signed in, unless it is for a mailed link; returns whether it does. */
function isLeft(client: QueryClient, { user }: Session, userId: UserId | null): boolean {
  if (user.id === userId || isLinkPage()) return false
  if (userId === null) endRefusedSession(client, 'signed-out')
  else endSession('/')
  return true
}

/**
 * Opens the session that `signIn` begins, as its user's own member, in all tabs. A reply without an id has begun none.
 */
export async function beginSession<Reply extends object>(
  client: QueryClient,
  signIn: () => Promise<Reply>,
): Promise<Reply> {
  if (isSignedOutHere()) await tellSignOut().catch(() => {})
  const reply = await signIn()
  if (!('id' in reply)) return reply
  forgetSignOut()
  store.set(storedMemberAtom, null)
  post({ userId: UserId.parse(reply.id) })
  await client.refetchQueries({ queryKey: sessionKey }, { throwOnError: true })
  return reply
}

/** Ends the session in all tabs, where `userId` is signed in from now on, if anybody, and opens `to`. */
export function leaveSession(client: QueryClient, to: '/' | '/login' | '/join', userId: UserId | null = null): void {
  client.clear()
  rememberSession(null)
  post({ userId })
  endSession(to)
}
