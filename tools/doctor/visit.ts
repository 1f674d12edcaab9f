import { noAccount } from './account.ts'
import type { Check, Figures, Visit } from './checks.ts'
import { NotTried } from './visitor.ts'

export type Verdict = { name: string; milliseconds: number } & (
  | { outcome: 'well'; note?: string; figures?: Figures }
  | { outcome: 'not tried'; why: string }
  | { outcome: 'ill'; seen: string; remedy: string }
)

/** Runs one check after the other; `tell` hears of each as soon as it is over. When the visit is stopped, only what cleans up is left. */
export async function runChecks<Of extends Visit>(visit: Of, checks: readonly Check<Of>[], tell: (verdict: Verdict) => void): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const check of checks) {
    if (visit.stop.aborted && check.cleansUp !== true) continue
    const begun = Date.now()
    const outcome = await check.run(visit).then(outcomeOf, (error: unknown) => failureOf(error, check.remedy))
    const verdict = { name: check.name, milliseconds: Date.now() - begun, ...outcome }
    verdicts.push(verdict)
    tell(verdict)
  }
  return verdicts
}

function outcomeOf(told: string | Figures | void) {
  if (typeof told === 'string') return { outcome: 'well' as const, note: told }
  return { outcome: 'well' as const, ...(told === undefined ? {} : { figures: told }) }
}

function failureOf(error: unknown, remedy: string) {
  const sentence = error instanceof Error ? error.message : String(error)
  return error instanceof NotTried ? { outcome: 'not tried' as const, why: sentence } : { outcome: 'ill' as const, seen: sentence, remedy }
}

/** A verdict as the commands print it. */
export function textOf(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'well': {
      const note =
        verdict.note ??
        Object.entries(verdict.figures ?? {})
          .map((figure) => figure.join(' '))
          .join(', ')
      return `well  ${verdict.name}${note === '' ? '' : ` (${note})`}`
    }
    case 'not tried':
      return `----  ${verdict.name}\n      Not tried: ${verdict.why}`
    case 'ill':
      return `ILL   ${verdict.name}\n      Seen: ${verdict.seen}\n      Remedy: ${verdict.remedy}`
  }
}

export const countOf = (verdicts: readonly Verdict[], outcome: Verdict['outcome']): number => verdicts.filter((verdict) => verdict.outcome === outcome).length

/** The counts, and how to have tried what takes an account. */
export function summaryOf(verdicts: readonly Verdict[], { stop }: Visit): string {
  const [well, left, ill] = [countOf(verdicts, 'well'), countOf(verdicts, 'not tried'), countOf(verdicts, 'ill')]
  const counts = `${well} well, ${left} not tried, ${ill} ill${stop.aborted ? ', stopped before the end' : ''}`
  const takeAccount = verdicts.filter((verdict) => verdict.outcome === 'not tried' && verdict.why === noAccount)
  if (takeAccount.length === 0) return counts
  return [
    counts,
    '',
    `${noAccount} Not tried for this reason:`,
    ...takeAccount.map(({ name }) => `  ${name}`),
    'To have them tried, make an account in the app and name it: BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD.',
  ].join('\n')
}

/** Ends the visit at Ctrl-C, so that it cleans up; at the second one the process. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    Deno.addSignalListener(signal, () => {
      if (stopping.signal.aborted) Deno.exit(130)
      console.log('\nStopped. What was made is deleted now.')
      stopping.abort(new Error('The visit was stopped.'))
    })
  }
  return stopping.signal
}
