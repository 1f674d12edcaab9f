/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export type Row = { what: string; ours: number; floor?: number; unit: string; goal?: string }

/** One table for people, one line of JSON for programs. A ratio compares two figures of the same run. */
export function report(title: string, rows: readonly Row[], [ours, floor] = ['ours', 'bare floor']): void {
  console.log(`\n## ${title}\n`)
  console.log(`| | ${ours} | ${floor} | ratio | unit | must reach |\n|---|---:|---:|---:|---|---|`)
  for (const { what, ours, floor, unit, goal } of rows) {
    const ratio = floor === undefined ? '' : (ours / floor).toFixed(2)
    console.log(`| ${what} | ${shown(ours)} | ${floor === undefined ? '' : shown(floor)} | ${ratio} | ${unit} | ${goal ?? ''} |`)
  }
  console.log(`\n${JSON.stringify({ title, rows })}`)
}

const shown = (figure: number) => (figure >= 100 ? figure.toFixed(0) : figure.toFixed(2))
