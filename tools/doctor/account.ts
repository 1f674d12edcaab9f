import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Login } from '../../domain/contract/auth.ts'
import type { ApiResponse, Sent } from '../../testing/device.ts'
import { confirmByMail } from './mailbox.ts'
import { noAccount } from './visit.ts'
import type { Check, Visit } from './visit.ts'
import { expectAnswer, found, notTried, parseAnswer, Visitor } from './visitor.ts'

/** The family; without one the check is left out, because the one that was to make it has said why. */
export const familyOf = ({ family, needsAccount }: Visit) =>
  family ?? notTried(needsAccount ? noAccount : 'There is no family to try it with.')

/** The account that the visitor is signed in with; without one the check is left out. */
export const loginOf = ({ login, needsAccount }: Visit) =>
  login ?? notTried(needsAccount ? noAccount : 'Nobody is signed in.')

export const newPassword = () => `${crypto.randomUUID()}-Aa1`

/** An unused address, for which no limit has counted anything yet. */
export const anyAddress = () =>
  `2001:db8:${Array.from(crypto.getRandomValues(new Uint16Array(3)), (part) => part.toString(16)).join(':')}::1`

type Asked = Sent & { at?: string | undefined }

/** Calls Auth, or the service `at` another address, with the publishable key alone. */
export async function askAuth(
  visit: Visit,
  method: string,
  path: string,
  { body, headers, at }: Asked = {},
): Promise<ApiResponse> {
  const { url, publishableKey } = (visit.authAccess ??= await visit.visitor.call('authAccess', {}))
  const known = { apikey: publishableKey, 'x-supabase-api-version': '2024-01-01' }
  return new Visitor(visit.address, visit.stop).send(method, `${at ?? url}${path}`, {
    body,
    headers: { ...known, ...headers },
  })
}

const AuthSettings = z.object({ mailer_autoconfirm: z.boolean() })

/** Whether a new address has to be confirmed by mail first, as the settings of Auth say. */
export async function confirmsByMail(visit: Visit): Promise<boolean> {
  const settings = AuthSettings.safeParse(parseAnswer((await askAuth(visit, 'GET', '/settings')).text))
  return settings.success && !settings.data.mailer_autoconfirm
}

/** Signs in with the account that was named, or signs up one for this visit. */
export async function enter(visit: Visit): Promise<void> {
  const { account, visitor } = visit
  if (account !== undefined) await visitor.call('login', {}, account)
  visit.login = account ?? (await signUp(visit, visitor, 'Visit'))
}

/** A new account, signed in at that visitor; it is deleted when the visit ends. */
export async function signUp(visit: Visit, visitor: Visitor, lastName: string): Promise<Login> {
  // Mails nothing to addresses that do not exist: bounces lower the reputation of the sender.
  if (visit.mailbox === undefined && (await confirmsByMail(visit))) return leaveOut(visit)
  const login = { email: `visit-${crypto.randomUUID()}@family.example`, password: newPassword() }
  const made = { ...login, visitor }
  visit.made.push(made)
  const reply = await visitor.call('signup', {}, { firstName: 'Doctor', lastName, ...login })
  if (!('checkMail' in reply)) return made
  expectAnswer(
    await visitor.ask('login', {}, { body: login }),
    'email_not_confirmed',
    'Signing in before the address was confirmed',
  )
  if (visit.mailbox === undefined) return leaveOut(visit)
  const confirmedBy = await confirmByMail(visitor, visit.mailbox, login)
  visit.confirmedBy ??= confirmedBy
  return made
}

function leaveOut(visit: Visit): never {
  visit.needsAccount = true
  return notTried(noAccount)
}

/** Another device on which the same person signs in; an address of its own where one can be pretended. */
export async function newDevice(visit: Visit): Promise<Visitor> {
  const { email, password } = loginOf(visit)
  const device = new Visitor(visit.address, visit.stop)
  device.through = visit.sendFrom?.(anyAddress()) ?? device.through
  await device.call('login', {}, { email, password })
  return device
}

/** One of the devices that are signed in already and not used for anything else, or a new one: sign-ins are limited. */
export const takeDevice = async (visit: Visit): Promise<Visitor> => visit.devices.pop() ?? (await newDevice(visit))

export const leavesNothingCheck: Check = {
  name: 'Nothing of this visit is left',
  remedy:
    'Sign in with the account that is named and delete its family by hand: Settings, Your data. What was made in a family of yours is called "Visit".',
  cleansUp: true,
  async run({ visitor, account, made, undo }) {
    if (account === undefined && made.length === 0) return 'nothing was made'
    const leaver = visitor.copy()
    if (account !== undefined) {
      for (const takeBack of undo.splice(0).toReversed()) await takeBack(leaver)
      await leaver.call('logout', {})
    }
    const left: string[] = []
    for (const login of made.splice(0))
      await deleteFamily(login.visitor.copy(), login).catch((error: unknown) =>
        left.push(`${login.email} with the password ${login.password} (${String(error)})`),
      )
    if (left.length > 0) return found(`These accounts are left: ${left.join(', ')}`)
    const after = await leaver.ask('currentUser', {})
    if (after.status !== 401) return found(`Still signed in afterwards (${after.status}).`)
  },
}

async function deleteFamily(visitor: Visitor, { email, password }: Login): Promise<void> {
  if ((await visitor.ask('myFamilies', {})).status === 401) {
    const login = await waitForLimits(() => visitor.ask('login', {}, { body: { email, password } }))
    // It was never made, or is gone.
    if (login.text.includes('"invalid_credentials"')) return
    expectAnswer(login, 200, 'signing in')
  }
  const [membership = found('it belongs to no family')] = await visitor.call('myFamilies', {})
  // Its device may act as a kid by now.
  if (membership.activeMemberId !== membership.id) await visitor.call('actAs', {}, { memberId: membership.id })
  const deleted = await waitForLimits(() =>
    visitor.ask('deleteFamily', { familyId: membership.family.id }, { body: { currentPassword: password } }),
  )
  expectAnswer(deleted, 200, 'deleting its family')
}

/** Retries when a limit says to wait, because the new family must not stay. */
async function waitForLimits(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const seconds = Number(answer.headers.get('retry-after') ?? '0')
    if (![429, 503].includes(answer.status) || tries === 4 || seconds > 120) return answer
    await delay(seconds * 1000)
  }
}
