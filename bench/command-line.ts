import { parseArgs } from 'node:util'

const benchmarkNames = ['start', 'live', 'api', 'interaction', 'paint'] as const
export type BenchmarkName = (typeof benchmarkNames)[number]

export type CommandLine = { names: readonly BenchmarkName[]; against?: string; rounds: number }

const leastRounds = 6
const options = { against: { type: 'string' }, rounds: { type: 'string', default: String(leastRounds) } } as const

/** Reads `[NAME...] [--against REF] [--rounds N]`; throws a sentence that says what is wrong with it. */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const names = benchmarkNames.filter((name) => positionals.length === 0 || positionals.includes(name))
  const unknown = positionals.find((name) => !benchmarkNames.some((known) => known === name))
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${benchmarkNames.join(', ')}.`)
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds needs a whole number from 1 on.')
  if (values.against === undefined) return { names, rounds }
  if (rounds < leastRounds) throw new Error(`A comparison takes at least ${leastRounds} rounds.`)
  return { names, against: values.against, rounds }
}
