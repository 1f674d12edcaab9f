import type { ProxySettings } from '../../deploy/proxy.ts'
import type { AuthAccess, Login, RealtimeAccess } from '../../domain/contract/auth.ts'
import type { FamilyMember } from '../../domain/contract/members.ts'
import type { MailReader } from './mailbox.ts'
import { findPlace, remedyFor } from './place.ts'
import type { Place, Remedy } from './place.ts'
import { NotTried, UntrustedHost, Visitor } from './visitor.ts'
import type { Send } from './visitor.ts'

/** Why a check is left out where a new account waits for its mail. */
export const noAccount = 'New accounts are confirmed by mail here, and no account was named.'

/** The options of a visit. */
type Given = {
  /** An account to use where new ones have to be confirmed by mail first. */
  account?: Login | undefined
  /** Reads mails that are caught instead of delivered. */
  mailbox?: MailReader | undefined
  /** Address of Auth behind a proxy that leads out only some of its calls. */
  authUrl?: string | undefined
  /** With it requests can come from any address. */
  proxy?: ProxySettings | undefined
}

/** One of everything, so that each check has something to be about; Emil has a PIN. */
export type DoctorFamily = {
  mia: FamilyMember
  emil: FamilyMember
  columnId: string
  questId: string
  rewardId: string
  redemptionId: string
  today: string
}

/** The state that the checks share: one of them makes a family, and the last ones delete it. */
export type Visit = Given & {
  address: string
  visitor: Visitor
  /** After this visitors send only calls that clean up. */
  stop: AbortSignal
  /** The accounts that were made. */
  made: (Login & { visitor: Visitor })[]
  /** The account that the visitor is signed in with. */
  login?: Login
  /** The link by which the visitor's own account was confirmed. */
  confirmedBy?: string
  /** New accounts are confirmed by mail, and there is no account and no mailbox. */
  needsAccount?: true
  /** The family that was signed up for this visit, or the account's own. */
  family?: { familyId: string; memberId: string; avatarSeed: string }
  /** Takes back what was changed in the family of an account that is somebody's, the last change first. */
  undo: ((visitor: Visitor) => Promise<unknown>)[]
  authAccess?: AuthAccess
  place?: Promise<Place>
  /** The hosts whose certificate was found wrong. */
  untrusted: Set<string>
  /** Sends as if from that address; undefined where nothing that is believed can be told. */
  sendFrom?: (address: string) => Send
  household?: Promise<DoctorFamily>
  /** Signed in beside the visitor, each at an address of its own. */
  devices: Visitor[]
  /** The path of one that the family shows. */
  picture?: string
  /** A device that knows nothing of the deletion: its cookies, and its token for live news. */
  staleDevice?: { device: Visitor; access: RealtimeAccess }
}

export function newVisit(
  address: string,
  { stop = new AbortController().signal, ...given }: Given & { stop?: AbortSignal } = {},
): Visit {
  const { origin } = new URL(address)
  return {
    address: origin,
    visitor: new Visitor(origin, stop),
    stop,
    made: [],
    undo: [],
    devices: [],
    untrusted: new Set(),
    ...given,
  }
}

/** Measurements, by a name that has the unit. */
type Figures = Readonly<Record<string, number>>

export type Check = {
  /** A sentence that is true when the check finds nothing. */
  name: string
  /** How to repair what the check finds. */
  remedy: Remedy
  /** Runs even when the visit was stopped. */
  cleansUp?: true
  /** Throws a Finding that says what was seen; may return a note or figures to print. */
  run(visit: Visit): Promise<string | Figures | void>
}

export type Verdict = { name: string; milliseconds: number } & (
  | { outcome: 'well'; note?: string; figures?: Figures }
  | { outcome: 'not tried'; why: string }
  | { outcome: 'ill'; seen: string; remedy: string }
)

/**
 * Runs one check after the other and reports each verdict at once. A stopped visit runs only the checks that clean up.
 */
export async function runChecks(
  visit: Visit,
  checks: readonly Check[],
  report: (verdict: Verdict) => void = () => {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const check of checks) {
    if (visit.stop.aborted && check.cleansUp !== true) continue
    const begun = Date.now()
    const outcome = await outcomeOf(visit, check)
    const verdict = { name: check.name, milliseconds: Date.now() - begun, ...outcome }
    verdicts.push(verdict)
    report(verdict)
  }
  return verdicts
}

/** Finds the place of the visit, once. */
export const placeOf = (visit: Visit): Promise<Place> => (visit.place ??= findPlace(visit.address))

async function outcomeOf(visit: Visit, { run, remedy }: Check) {
  try {
    const told = await run(visit)
    return { outcome: 'well' as const, ...(typeof told === 'string' ? { note: told } : told && { figures: told }) }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    if (error instanceof NotTried) return { outcome: 'not tried' as const, why: sentence }
    if (!(error instanceof UntrustedHost))
      return { outcome: 'ill' as const, seen: sentence, remedy: remedyFor(remedy, await placeOf(visit)) }
    // One wrong certificate would make every check ill, each with another remedy.
    if (visit.untrusted.has(error.host))
      return { outcome: 'not tried' as const, why: `The certificate of ${error.host} has to be right first.` }
    visit.untrusted.add(error.host)
    return { outcome: 'ill' as const, seen: sentence, remedy: error.remedy }
  }
}

/** A verdict as the command prints it. */
export function textOf(verdict: Verdict): string {
  if (verdict.outcome === 'ill')
    return `ILL   ${verdict.name}\n      Seen: ${verdict.seen}\n      Remedy: ${verdict.remedy}`
  if (verdict.outcome === 'not tried') return `----  ${verdict.name}\n      Not tried: ${verdict.why}`
  const figures = Object.entries(verdict.figures ?? {}).map((figure) => figure.join(' '))
  const note = verdict.note ?? figures.join(', ')
  return `well  ${verdict.name}${note === '' ? '' : ` (${note})`}`
}

/** The counts as a sentence, and how to have tried what takes an account. */
export function summaryOf(verdicts: readonly Verdict[], { stop }: Visit) {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  const counts = {
    isWell: count('ill') === 0 && !stop.aborted,
    well: count('well'),
    notTried: count('not tried'),
    ill: count('ill'),
  }
  const text = `${counts.well} well, ${counts.notTried} not tried, ${counts.ill} ill${stop.aborted ? ', stopped before the end' : ''}`
  const takeAccount = verdicts.filter((verdict) => verdict.outcome === 'not tried' && verdict.why === noAccount)
  if (takeAccount.length === 0) return { ...counts, text }
  const names = takeAccount.map(({ name }) => `  ${name}`).join('\n')
  const how =
    'To have them tried, make an account in the app and name it: BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD.'
  return { ...counts, text: `${text}\n\n${noAccount} Not tried for this reason:\n${names}\n${how}` }
}
