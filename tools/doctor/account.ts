import * as z from 'zod/mini'
import type { Login } from '../../domain/contract/auth.ts'
import { confirmByMail } from './mailbox.ts'
import type { Check, Visit } from './visit.ts'
import { expectAnswer, found, NotTried, notTried, parseAnswer, tooBusy, Visitor } from './visitor.ts'
import type { VisitAnswer, VisitRequest } from './visitor.ts'

const noAccount =
  'New accounts are confirmed by mail here. Give an address of yours that has no account yet: --email you+visit@example.org.'

/** The account and the family of the visit; without them the check is left out. */
export function accountOf({ login, family }: Visit): Login & NonNullable<Visit['family']> {
  return login === undefined || family === undefined ? notTried('It takes an account.') : { ...login, ...family }
}

export const newPassword = () => `${crypto.randomUUID()}-Aa1`

/** An unused address, for which no limit has counted anything yet. */
export const anyAddress = () =>
  `2001:db8:${Array.from(crypto.getRandomValues(new Uint16Array(3)), (part) => part.toString(16)).join(':')}::1`

type Asked = VisitRequest & { at?: string | undefined }

/** Calls Auth, or the service `at` another address, with the publishable key alone. */
export async function askAuth(
  visit: Visit,
  method: string,
  path: string,
  { body, headers, at }: Asked = {},
): Promise<VisitAnswer> {
  const { url, publishableKey } = (visit.authAccess ??= await visit.visitor.call('authAccess', {}))
  const known = { apikey: publishableKey, 'x-supabase-api-version': '2024-01-01' }
  const stranger = new Visitor(visit.address, visit.stop)
  return stranger.send(method, `${at ?? url}${path}`, { body, headers: { ...known, ...headers } })
}

const AuthSettings = z.object({ mailer_autoconfirm: z.boolean(), external: z.record(z.string(), z.boolean()) })

export async function authSettings(visit: Visit): Promise<z.infer<typeof AuthSettings>> {
  const { status, text } = await askAuth(visit, 'GET', '/settings')
  const settings = AuthSettings.safeParse(parseAnswer(text))
  return settings.success ? settings.data : found(`Auth answered for its settings ${status}: ${text.slice(0, 120)}`)
}

/** Signs up an account for this visit; it is deleted when the visit ends. */
export async function signUp(visit: Visit): Promise<void> {
  const { visitor, mailbox } = visit
  // Mails nothing to addresses that do not exist: bounces lower the reputation of the sender.
  if (mailbox === undefined && !(await authSettings(visit)).mailer_autoconfirm) return notTried(noAccount)
  const email = mailbox?.email ?? `visit-${crypto.randomUUID()}@family.example`
  const login = { email, password: newPassword() }
  visit.login = login
  const reply = await visitor.call('signup', {}, { firstName: 'Doctor', lastName: 'Visit', ...login })
  if ('checkMail' in reply) {
    expectAnswer(
      await visitor.ask('login', {}, { body: login }),
      'email_not_confirmed',
      'Signing in before the address was confirmed',
    )
    visit.confirmedBy = await confirmByMail(visitor, mailbox ?? notTried(noAccount), login)
  }
  visit.isSignedUp = true
}

/** Another device on which the same person is signed in. */
export async function otherDeviceOf(visit: Visit): Promise<Visitor> {
  const { email, password } = accountOf(visit)
  if (visit.otherDevice === undefined) {
    visit.otherDevice = new Visitor(visit.address, visit.stop)
    await visit.otherDevice.call('login', {}, { email, password })
  }
  return visit.otherDevice
}

export const leavesNothingCheck: Check = {
  name: 'Nothing of this visit is left, and its account opens no more',
  remedy:
    'Sign in with the account that is named and delete its family by hand: Settings, Your data. Where its address was never confirmed, there is no family.',
  cleansUp: true,
  async run({ visitor, login }) {
    if (login === undefined) return 'nothing was made'
    const leaver = visitor.copy()
    await deleteFamily(leaver, login).catch((error: Error) => {
      const left = `The account ${login.email} with the password ${login.password} is left (${error.message})`
      return error instanceof NotTried ? tooBusy(left) : found(left)
    })
    const { status } = await leaver.ask('currentUser', {})
    if (status !== 401) return found(`Still signed in afterwards (${status}).`)
    expectAnswer(await leaver.ask('login', {}, { body: login }), 'invalid_credentials', 'Signing in afterwards')
  },
}

async function deleteFamily(visitor: Visitor, login: Login): Promise<void> {
  if ((await visitor.ask('myFamilies', {})).status === 401) {
    const answer = await visitor.ask('login', {}, { body: login })
    // It was never made, or is gone.
    if (answer.text.includes('"invalid_credentials"')) return
    expectAnswer(answer, 200, 'signing in')
  }
  const [membership = found('it belongs to no family')] = await visitor.call('myFamilies', {})
  await visitor.call('deleteFamily', { familyId: membership.family.id }, { currentPassword: login.password })
}
