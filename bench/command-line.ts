const comparable = ['start', 'live', 'api', 'calls', 'interaction', 'paint', 'bytes', 'memory'] as const
const known = [...comparable, 'load', 'attack', 'year'] as const

export type BenchmarkName = (typeof known)[number]
export type CommandLine = { names: readonly BenchmarkName[]; against?: string; rounds: number }

export const leastRounds = 6

const isKnown = (name: string): name is BenchmarkName => known.some((other) => other === name)

/** Reads `[NAME...] [--against REF] [--rounds N]`; a text says what is wrong with it. */
export function readCommandLine(args: readonly string[]): CommandLine | string {
  const names: BenchmarkName[] = []
  let against: string | undefined
  let rounds = leastRounds
  for (let at = 0; at < args.length; at++) {
    const [arg = '', value] = [args[at], args[at + 1]]
    if (arg === '--against' || arg === '--rounds') {
      if (value === undefined) return `${arg} needs a value.`
      if (arg === '--against') against = value
      else rounds = Number(value)
      at++
    } else if (arg.startsWith('-')) return `There is no option ${arg}: --against REF, --rounds N.`
    else if (isKnown(arg)) names.push(arg)
    else return `There is no benchmark ${arg}: ${known.join(', ')}.`
  }
  if (!Number.isInteger(rounds) || rounds < 1) return '--rounds needs a whole number from 1 on.'
  if (against !== undefined && rounds < leastRounds) return `A comparison takes at least ${leastRounds} rounds.`
  if (against !== undefined && names.includes('load')) return 'The load is not compared: it takes ten minutes for one commit.'
  if (against !== undefined && names.includes('attack')) return 'The attack is not compared: it has bounds of its own.'
  if (against !== undefined && names.includes('year')) return 'The year is not compared: it has bounds of its own.'
  return { names: names.length > 0 ? names : comparable, ...(against !== undefined && { against }), rounds }
}
