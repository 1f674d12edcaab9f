import { percentile } from './figures.ts'
import type { Measured } from './figures.ts'
import type { Comparison } from './comparison.ts'

export type Row = { what: string; ours: number; floor?: number; unit: string; goal?: string }

/** Prints figures beside those of the bare floor; their ratio compares two figures of the same run. */
export function printRows(title: string, rows: readonly Row[], [ours, floor] = ['ours', 'bare floor']): void {
  console.log(`\n## ${title}\n`)
  console.log(`| | ${ours} | ${floor} | ratio | unit | must reach |\n|---|---:|---:|---:|---|---|`)
  for (const { what, ours, floor, unit, goal } of rows) {
    const ratio = floor === undefined ? '' : (ours / floor).toFixed(2)
    console.log(`| ${what} | ${shown(ours)} | ${floor === undefined ? '' : shown(floor)} | ${ratio} | ${unit} | ${goal ?? ''} |`)
  }
}

export function rowsOf({ figure, candidate, baseline }: Measured): Row[] {
  return figure.rows.map(({ share, goal }) => ({
    what: figure.rows.length > 1 || share !== 0.5 ? `${figure.name}, ${share === 1 ? 'worst' : `p${share * 100}`}` : figure.name,
    ours: percentile(candidate.flat(2), share),
    ...(baseline && { floor: percentile(baseline.flat(2), share) }),
    unit: figure.unit,
    ...(goal !== undefined && { goal }),
  }))
}

export type Compared = Measured & { comparison: Comparison }

/** Prints for each figure how much slower the working tree is, and one word. */
export function printComparison(title: string, reference: string, compared: readonly Compared[]): void {
  console.log(`\n## ${title}\n`)
  console.log(`| | working tree | ${reference} | unit | ratio | 90 % interval | |\n|---|---:|---:|---|---:|---|---|`)
  for (const { figure, comparison } of compared) {
    const { medians, ratio, low, high, word } = comparison
    const interval = `${low.toFixed(2)} to ${high.toFixed(2)}`
    console.log(`| ${figure.name} | ${shown(medians.candidate)} | ${shown(medians.baseline)} | ${figure.unit} | ${ratio.toFixed(2)} | ${interval} | ${word} |`)
  }
  console.log('')
  for (const word of ['slower', 'faster'] as const) {
    for (const { figure } of compared.filter(({ comparison }) => comparison.word === word)) console.log(`${word}: ${figure.name}`)
  }
  console.log(`same: ${compared.filter(({ comparison }) => comparison.word === 'same').length} of ${compared.length} figures`)
}

const shown = (figure: number) => (figure >= 100 ? figure.toFixed(0) : figure.toFixed(2))
