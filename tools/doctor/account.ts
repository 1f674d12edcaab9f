import * as z from 'zod/mini'
import type { Visit } from './checks.ts'
import { confirmByMail } from './mails.ts'
import { found, notTried, read, Visitor } from './visitor.ts'

const AuthSettings = z.object({ mailer_autoconfirm: z.boolean() })

/** What the auth service says of itself: whether a new address has to be confirmed by mail first. */
export async function confirmsByMail({ visitor, address }: Visit): Promise<boolean> {
  const { url, publishableKey } = await visitor.call('authAccess', {})
  const response = await fetch(new URL(`${url}/settings`, address), { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(20_000) })
  const settings = AuthSettings.safeParse(read(await response.text()))
  return settings.success && !settings.data.mailer_autoconfirm
}

/** Why a check is left out where a new account waits for its mail. */
export const noAccount = 'New accounts are confirmed by mail here, and no account was named.'

/** The family; without one the check is left out, because the one that was to make it has said why. */
export const familyOf = ({ family, needsAccount }: Visit) => family ?? notTried(needsAccount ? noAccount : 'There is no family to try it with.')

/** The address that the visitor is signed in with; without one the check is left out. */
export const emailOf = ({ email, needsAccount }: Visit) => email ?? notTried(needsAccount ? noAccount : 'Nobody is signed in.')

/** Signs in with the account that was named, or signs up one for this visit. */
export async function enter(visit: Visit): Promise<void> {
  const { account, visitor } = visit
  if (account !== undefined) {
    await visitor.call('login', {}, account)
    visit.email = account.email
    return
  }
  visit.email = await signUp(visit, visitor, 'Visit')
}

/** A new account, signed in at that visitor; it is deleted when the visit ends. */
export async function signUp(visit: Visit, visitor: Visitor, lastName: string): Promise<string> {
  // Mails nothing to addresses that do not exist: bounces lower the reputation of the sender.
  if (visit.mailbox === undefined && (await confirmsByMail(visit))) return leaveOut(visit)
  const email = `visit-${crypto.randomUUID()}@family.example`
  const { password } = visit
  visit.made.push({ email, password, visitor })
  const reply = await visitor.call('signup', {}, { firstName: 'Doctor', lastName, email, password })
  if (!('checkMail' in reply)) return email
  const early = await visitor.ask('login', {}, { email, password })
  if (!early.text.includes('"email_not_confirmed"'))
    return found(`Signing in before the address was confirmed answered ${early.status}: ${early.text.slice(0, 120)}`)
  if (visit.mailbox === undefined) return leaveOut(visit)
  const confirmedBy = await confirmByMail(visitor, visit.mailbox, { email, password })
  visit.confirmedBy ??= confirmedBy
  return email
}

function leaveOut(visit: Visit): never {
  visit.needsAccount = true
  return notTried(noAccount)
}

/** Deletes the families of all accounts that this visit made, and so the accounts. */
export async function deleteMade({ made }: Visit): Promise<void> {
  const left: string[] = []
  for (const account of made.splice(0)) {
    try {
      await deleteFamily(account.visitor.copy(), account.email, account.password)
    } catch (error) {
      made.push(account)
      left.push(`${account.email} with the password ${account.password} (${error instanceof Error ? error.message : String(error)})`)
    }
  }
  if (left.length > 0) found(`These accounts are left: ${left.join(', ')}`)
}

async function deleteFamily(visitor: Visitor, email: string, currentPassword: string): Promise<void> {
  const signedIn = await visitor.ask('myFamilies', {})
  if (signedIn.status === 401) {
    const login = await patiently(() => visitor.ask('login', {}, { email, password: currentPassword }))
    // It was never made, or is gone.
    if (login.text.includes('"invalid_credentials"')) return
    if (login.status !== 200) return found(`signing in answered ${login.status}: ${login.text.slice(0, 120)}`)
  }
  const [membership] = await visitor.call('myFamilies', {})
  if (membership === undefined) return found('it belongs to no family')
  const familyId = membership.family.id
  // Its device may act as a kid by now.
  if (membership.activeMemberId !== membership.id) await visitor.call('actAs', {}, { memberId: membership.id })
  const deleted = await patiently(() => visitor.ask('deleteFamily', { familyId }, { currentPassword }))
  if (deleted.status !== 200) found(`deleting its family answered ${deleted.status}: ${deleted.text.slice(0, 120)}`)
}

/** Asks again when a limit says to wait, because what was made must not stay. */
async function patiently<Of extends { status: number; headers: Headers }>(ask: () => Promise<Of>): Promise<Of> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const seconds = Number(answer.headers.get('retry-after') ?? '0')
    if (![429, 503].includes(answer.status) || tries === 4 || seconds > 120) return answer
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}
