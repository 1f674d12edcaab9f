import { checks } from './checks.ts'
import type { Visit } from './checks.ts'
import { Visitor } from './visitor.ts'

export type Verdict = { name: string; milliseconds: number } & ({ well: true; note?: string } | { well: false; seen: string; remedy: string })

/** Looks at a deployment from outside, check by check; `tell` hears of each as soon as it is over. */
export async function visit(address: string, account: Visit['account'], tell: (verdict: Verdict) => void): Promise<Verdict[]> {
  const shared: Visit = {
    address: new URL(address).origin,
    visitor: new Visitor(new URL(address).origin),
    password: `${crypto.randomUUID()}-Aa1`,
    ...(account === undefined ? {} : { account }),
  }
  const verdicts: Verdict[] = []
  for (const { name, remedy, run } of checks) {
    const begun = Date.now()
    const outcome = await run(shared).then(
      (note) => ({ well: true as const, ...(note === undefined ? {} : { note }) }),
      (error: unknown) => ({ well: false as const, seen: error instanceof Error ? error.message : String(error), remedy }),
    )
    const verdict = { name, milliseconds: Date.now() - begun, ...outcome }
    verdicts.push(verdict)
    tell(verdict)
  }
  return verdicts
}
