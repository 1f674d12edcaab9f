import { compare } from './comparison.ts'
import { percentile } from './figures.ts'
import type { Measured } from './figures.ts'

/** Prints the percentiles of each figure beside those of its baseline, and their ratio. */
export function printRows(title: string, measured: readonly Measured[], [ours, floor] = ['ours', 'bare floor']): void {
  console.log(`\n## ${title}\n`)
  console.log(`| | ${ours} | ${floor} | ratio | unit | must reach |\n|---|---:|---:|---:|---|---|`)
  for (const { figure, candidate, baseline } of measured) {
    for (const { share, goal = '' } of figure.rows) {
      const name =
        figure.rows.length > 1 || share !== 0.5
          ? `${figure.name}, ${share === 1 ? 'worst' : `p${share * 100}`}`
          : figure.name
      const value = percentile(candidate.flat(2), share)
      const base = baseline && percentile(baseline.flat(2), share)
      const ratio = base === undefined ? '' : (value / base).toFixed(2)
      console.log(
        `| ${name} | ${shown(value)} | ${base === undefined ? '' : shown(base)} | ${ratio} | ${figure.unit} | ${goal} |`,
      )
    }
  }
}

/** Prints for each figure how much slower the working tree is, and one word; returns whether any is slower. */
export function printComparison(title: string, commit: string, measured: readonly Measured[]): boolean {
  console.log(`\n## ${title}\n`)
  console.log(`| | working tree | ${commit} | unit | ratio | 90 % interval | |\n|---|---:|---:|---|---:|---|---|`)
  const words = { slower: [] as string[], faster: [] as string[], same: [] as string[] }
  for (const { figure, candidate, baseline } of measured) {
    if (baseline === undefined) continue
    const { medians, ratio, low, high, word } = compare(figure, candidate, baseline)
    words[word].push(figure.name)
    const interval = `${low.toFixed(2)} to ${high.toFixed(2)}`
    console.log(
      `| ${figure.name} | ${shown(medians.candidate)} | ${shown(medians.baseline)} | ${figure.unit} | ${ratio.toFixed(2)} | ${interval} | ${word} |`,
    )
  }
  console.log('')
  for (const word of ['slower', 'faster'] as const) for (const name of words[word]) console.log(`${word}: ${name}`)
  console.log(`same: ${words.same.length} of ${Object.values(words).flat().length} figures`)
  return words.slower.length > 0
}

const shown = (figure: number) => (figure >= 100 ? figure.toFixed(0) : figure.toFixed(2))
