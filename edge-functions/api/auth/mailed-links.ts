import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import { MailedLink, MailedLinkOwner, MailedLinkUse, MailOrder } from '../../../domain/contract/auth.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { CallHandler, Deps, CallReply } from '../call.ts'
import type { Json } from '../database/database.ts'
import type { RateLimits } from '../rate-limits.ts'
import { Refusal } from '../refusal.ts'
import type { SessionTokens } from '../session/auth-server.ts'
import { linkCookie, linkName, readCookie } from '../session/cookies.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { checkMail, signedInReply } from './replies.ts'

export const mailedLinkCalls = {
  resendConfirmation: {
    open: true,
    run: ({ limits, auth }, { address, args }) => {
      const { email } = MailOrder.parse(args)
      return mailWithinLimits(limits, address, 'resend', email, () => auth.resend(address, email))
    },
  },
  recover: {
    open: true,
    run: ({ limits, auth }, { request, address, args }) => {
      const { email } = MailOrder.parse(args)
      const origin = request.headers.get('origin')
      const page = origin !== null && URL.canParse(origin) ? new URL('/new-password', origin).href : undefined
      return mailWithinLimits(limits, address, 'recover', email, () => auth.recover(address, email, page))
    },
  },
  readMailedLink: {
    open: true,
    async run(deps, { request, address, args }) {
      const { link: brought } = MailedLinkUse.parse(args)
      const opened = await readLinkSession(deps, request, brought)
      const link = opened?.link ?? brought
      if (link === undefined) return new Refusal('link_over')
      const tooMany = await deps.limits.count('mailedLink', address, link.token)
      if (tooMany) return tooMany
      const session = opened?.access ?? (link.refreshToken === undefined ? undefined : link.token)
      const owner = session === undefined ? await ownerOfToken(deps, link) : await ownerOfSession(deps, session)
      return owner instanceof Refusal ? owner : { json: owner }
    },
  },
  followMailedLink: {
    open: true,
    async run(deps, { request, address, args }) {
      const { link: brought, password, isRepeated = false, ...owner } = MailedLinkUse.parse(args)
      if (password === undefined) return new Refusal('password_required')
      const opened = await readLinkSession(deps, request, brought)
      const link = opened?.link ?? brought
      if (link === undefined) return new Refusal('link_over')
      const tooMany = await deps.limits.count('mailedLink', address, link.token)
      if (tooMany) return tooMany
      const tokens = opened ?? (await deps.auth.followLink(address, link))
      if (tokens instanceof Refusal)
        return tokens.code === 'link_over' && isRepeated ? signInAgain(deps, request, address, link, password) : tokens
      const { session_id, email } = claimsOf(tokens.access)
      if (link.refreshToken !== undefined && session_id !== claimsOf(link.token)['session_id'])
        return new Refusal('link_over')
      const refused =
        (await refuseGuessable(password, String(email))) ??
        // Before the password, which opens the account: its names are those of a stranger, perhaps.
        (await nameOwner(deps, request, tokens, owner)) ??
        (await deps.auth.setPassword(address, tokens, password))
      if (refused && !(refused.code === 'same_password' && (isRepeated || opened?.hasPassword)))
        return refused.code === 'not_signed_in'
          ? new Refusal('link_over')
          : withLinkCookie(deps, request, link, tokens, refused)
      const reply = await signedInReply(deps, request, tokens)
      return reply instanceof Refusal
        ? withLinkCookie(deps, request, link, { ...tokens, hasPassword: true }, reply)
        : { ...reply, cookies: [...(reply.cookies ?? []), linkCookie(request, '')] }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>

/** Sends a mail within the limits of every address, because Auth limits only addresses that have an account. */
async function mailWithinLimits(
  limits: RateLimits,
  address: string | undefined,
  kind: 'resend' | 'recover',
  email: string,
  send: () => Promise<Refusal | undefined>,
): Promise<CallReply | Refusal> {
  const refused =
    (await limits.count('mailAgain', address, `${kind} ${email}`)) ??
    (await limits.count('mail', address, `${kind} ${email}`)) ??
    (await send())
  return refused ?? checkMail
}

async function ownerOfToken({ database }: Deps, { type, token }: MailedLink): Promise<string | Refusal> {
  const owner = await database.mailedLinkOwner(type === 'recovery' ? 'recovery' : 'confirmation', token)
  return owner ?? new Refusal('link_over')
}

async function ownerOfSession({ database, sessions }: Deps, accessToken: string): Promise<Json | Refusal> {
  const user = await sessions.verify(accessToken)
  const owner = user === undefined ? null : await database.request(user, 'link_session_owner', {})
  if (owner === null || (owner instanceof Refusal && owner.code === 'not_signed_in')) return new Refusal('link_over')
  return owner
}

/** Gives a new account the names, language, time zone and week of the link's follower. */
async function nameOwner(
  { database, sessions }: Deps,
  request: Request,
  tokens: SessionTokens,
  { firstName = null, lastName = null, language = null, timeZone = null, weekStartsOn = null }: Partial<Owner>,
): Promise<Refusal | undefined> {
  const { user } = await sessions.begin(request, tokens)
  const named = await database.request(user, 'name_first_owner', {
    firstName,
    lastName,
    language,
    timeZone,
    weekStartsOn,
  })
  return named instanceof Refusal ? named : undefined
}

type Owner = Record<'firstName' | 'lastName' | 'language' | 'timeZone', string | null | undefined> & {
  weekStartsOn: number | null | undefined
}

/**
 * Reads the claims of a token; none of an invalid one. The signature was checked when the page read the link's owner, or
 * the token comes from the auth service.
 */
function claimsOf(accessToken: string): Readonly<Record<string, unknown>> {
  try {
    return decodeJwt(accessToken)
  } catch {
    return {}
  }
}

/** Signs in with the password that a used link has set, if it did: the reply to the one who followed it was lost. */
async function signInAgain(
  deps: Deps,
  request: Request,
  address: string | undefined,
  link: MailedLink,
  password: string,
): Promise<CallReply | Refusal> {
  const owner = link.refreshToken === undefined ? await ownerOfToken(deps, link) : undefined
  if (owner instanceof Refusal) return owner
  const email = owner ? MailedLinkOwner.parse(JSON.parse(owner)).email : (await deps.sessions.verify(link.token))?.email
  if (email === undefined) return new Refusal('link_over')
  const tokens = await deps.limits.guess('signIn', address, email, () => deps.auth.signIn(address, email, password))
  if (!(tokens instanceof Refusal)) return signedInReply(deps, request, tokens)
  return tokens.code === 'invalid_credentials' ? new Refusal('link_over') : tokens
}

/** `hasPassword` when the link has set the password, and only the sign-in failed. */
const LinkSession = z.object({
  link: MailedLink,
  access: z.string(),
  refresh: z.string(),
  hasPassword: z.optional(z.boolean()),
})
type LinkSession = z.infer<typeof LinkSession>

/**
 * Stores the link's session in a sealed cookie, because a link can be used once and the password may be chosen again.
 */
async function withLinkCookie(
  { seal }: Deps,
  request: Request,
  link: MailedLink,
  tokens: Omit<LinkSession, 'link'>,
  refused: Refusal,
): Promise<Refusal> {
  const opened: LinkSession = { link: { type: link.type, token: link.token }, ...tokens }
  refused.headers['set-cookie'] = linkCookie(request, await seal.close(linkName, JSON.stringify(opened)))
  return refused
}

/** Returns the session of the link, or without one of the last link whose password was refused in this browser. */
async function readLinkSession(
  { seal }: Deps,
  request: Request,
  link: MailedLink | undefined,
): Promise<LinkSession | undefined> {
  const sealed = readCookie(request, linkName)
  const text = sealed && (await seal.open(linkName, sealed))
  const opened = text ? LinkSession.safeParse(JSON.parse(text)).data : undefined
  return link === undefined || opened?.link.token === link.token ? opened : undefined
}
