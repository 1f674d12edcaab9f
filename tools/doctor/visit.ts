import type { ProxySettings } from '../../deploy/proxy.ts'
import type { AuthAccess, Login } from '../../domain/contract/auth.ts'
import type { MailReader } from './mailbox.ts'
import { placeOf, remedyFor } from './place.ts'
import type { Remedy } from './place.ts'
import { Finding, NotTried, Visitor } from './visitor.ts'
import type { Send } from './visitor.ts'

/** The state that the checks share: one of them makes a family, and the last ones delete it. */
export type Visit = {
  address: string
  visitor: Visitor
  /** After this visitors send only calls that clean up. */
  stop: AbortSignal
  /** How long it waits for live news. */
  patienceMs: number
  /** Reads the mails that the visit is sent. */
  mailbox?: MailReader | undefined
  /** Address of Auth behind a proxy that leads out only some of its calls. */
  authUrl?: string | undefined
  /** With it requests can come from any address. */
  proxy?: ProxySettings | undefined
  /** Sends as that proxy, from that address. */
  sendFrom?: (address: string) => Send
  /** Why nothing more can be looked at. */
  blocked?: string
  authAccess?: AuthAccess
  /** The account of this visit, from before it is made. */
  login?: Login
  isSignedUp?: true
  /** The link by which it was confirmed. */
  confirmedBy?: string
  family?: { familyId: string; memberId: string }
  /** Another device on which the same person is signed in. */
  otherDevice?: Visitor
  /** The path of one that the family shows. */
  picture?: string
}

export function newVisit(address: string, given: Partial<Visit> = {}): Visit {
  const { origin } = new URL(address)
  const stop = given.stop ?? new AbortController().signal
  return { address: origin, visitor: new Visitor(origin, stop), stop, patienceMs: 10_000, ...given }
}

export type Check = {
  /** A sentence that is true when the check finds nothing. */
  name: string
  /** How to repair what the check finds. */
  remedy: Remedy
  /** Runs even when the visit was stopped. */
  cleansUp?: true
  /** Throws a Finding that says what was seen; may return a note to print. */
  run(visit: Visit): Promise<string | void>
}

export type Verdict = { name: string; milliseconds: number } & (
  | { outcome: 'well'; note?: string }
  | { outcome: 'not tried'; why: string; isBusy: boolean }
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

async function outcomeOf(visit: Visit, { run, remedy }: Check) {
  try {
    if (visit.blocked !== undefined) throw new NotTried(visit.blocked)
    const note = await run(visit)
    return { outcome: 'well' as const, ...(typeof note === 'string' && { note }) }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    if (error instanceof NotTried || error === visit.stop.reason)
      return { outcome: 'not tried' as const, why: sentence, isBusy: error instanceof NotTried && error.isBusy }
    const own = error instanceof Finding ? error.remedy : undefined
    // One wrong certificate would make every check ill, each with another remedy.
    if (own !== undefined && visit.login === undefined) visit.blocked = 'The certificate has to be right first.'
    return { outcome: 'ill' as const, seen: sentence, remedy: own ?? remedyFor(remedy, await placeOf(visit.visitor)) }
  }
}

/** A verdict as the command prints it. */
export function textOf(verdict: Verdict): string {
  if (verdict.outcome === 'ill')
    return `ILL   ${verdict.name}\n      Seen: ${verdict.seen}\n      Remedy: ${verdict.remedy}`
  if (verdict.outcome === 'not tried') return `----  ${verdict.name}\n      Not tried: ${verdict.why}`
  return `well  ${verdict.name}${verdict.note === undefined ? '' : ` (${verdict.note})`}`
}

/** The counts, also as a sentence. A visit that a busy server did not answer has not shown that all is well. */
export function summaryOf(verdicts: readonly Verdict[], { stop }: Visit) {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  const [well, untried, ill] = [count('well'), count('not tried'), count('ill')]
  const isBusy = verdicts.some((verdict) => verdict.outcome === 'not tried' && verdict.isBusy)
  return {
    ...{ isWell: ill === 0 && !isBusy && !stop.aborted, well, notTried: untried, ill },
    text: `${well} well, ${untried} not tried, ${ill} ill${stop.aborted ? ', stopped before the end' : ''}`,
  }
}
