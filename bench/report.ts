import { compare } from './comparison.ts'
import type { Measured } from './figures.ts'

/** Prints the median and the 95th percentile of each figure beside its goal. */
export function printFigures(name: string, measured: readonly Measured[]): void {
  console.log(`\n## ${name}\n\n| | median | p95 | unit | goal |\n|---|---:|---:|---|---|`)
  for (const { figure, candidate } of measured) {
    const samples = candidate.flat(2).toSorted((a, b) => a - b)
    const [median, p95] = [0.5, 0.95].map((share) => shown(samples[Math.floor(share * samples.length)]))
    console.log(`| ${figure.name} | ${median} | ${p95} | ${figure.unit} | ${figure.goal} |`)
  }
}

/** Prints for each figure how much slower the working tree is, and one word; returns whether any is slower. */
export function printComparison(name: string, commit: string, measured: readonly Measured[]): boolean {
  console.log(`\n## ${name}\n`)
  console.log(`| | working tree | ${commit} | unit | ratio | 90 % interval | |\n|---|---:|---:|---|---:|---|---|`)
  let isSlower = false
  for (const { figure, candidate, baseline } of measured) {
    if (baseline === undefined) continue
    const { medians, ratio, low, high, word } = compare(figure, candidate, baseline)
    isSlower ||= word === 'slower'
    const interval = `${low.toFixed(2)} to ${high.toFixed(2)}`
    console.log(
      `| ${figure.name} | ${shown(medians.candidate)} | ${shown(medians.baseline)} | ${figure.unit} | ${ratio.toFixed(2)} | ${interval} | ${word} |`,
    )
  }
  return isSlower
}

const shown = (figure = Number.NaN) => figure.toFixed(figure >= 100 ? 0 : 2)
