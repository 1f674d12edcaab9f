import { attack as attackOnce } from '../embedded/testing/attack.ts'
import type { Benchmark } from './benchmark.ts'
import type { Figure, Measured } from './figures.ts'
import { startStack } from './stack.ts'

const seconds = Number(Deno.env.get('BENCH_SECONDS') ?? 60)
const sockets = Number(Deno.env.get('BENCH_SOCKETS') ?? 5000)
const families = 50

const once = (name: string, unit: Figure['unit'], value: number, goal = ''): Measured => ({
  figure: { name, unit, rows: [{ share: 0.5, goal }] },
  candidate: [[[value]]],
})

/** One hostile address with sockets, joins in a loop, half requests, junk renewals and wrong passwords, while families work. */
export const attack: Benchmark = {
  title: `Attack: one address with ${sockets} sockets for ${seconds} seconds, ${families} families at work`,
  async measure({ candidate, progress }) {
    const { url, pid, dataFolder } = await startStack(candidate, { BUBBLEQUEST_APP: 'off', BUBBLEQUEST_RATE_LIMITS: 'on' })
    const { publishableKey } = JSON.parse(await Deno.readTextFile(`${dataFolder}/keys.json`))
    progress('signing up')
    const { calls, refused, moves, memoryMib, stranger } = await attackOnce({ url, pid, publishableKey, seconds, sockets, families, moveEveryMs: 1000 })
    for (const sentence of new Set(refused)) progress(sentence)
    progress(`the stranger: ${JSON.stringify(stranger)}`)
    return [
      once('calls of families', '', calls),
      once('of them refused', '', refused.length, '0'),
      {
        figure: { name: 'from a move to its answer', unit: 'ms', rows: [{ share: 0.5 }, { share: 0.95, goal: 'at most 50' }, { share: 0.99 }] },
        candidate: [[moves]],
      },
      once('server process at most', 'MiB', memoryMib, 'below 400'),
    ]
  },
}
