import type { Measured, Plan, Probe, Rounds } from './figures.ts'

type Progress = (line: string) => void

const candidateFirst = ['candidate', 'baseline', 'baseline', 'candidate'] as const
const baselineFirst = ['baseline', 'candidate', 'candidate', 'baseline'] as const
const eachOnce = ['candidate', 'baseline'] as const

/**
 * Measures both subjects in turn: in each round every probe runs four times, ABBA or BAAB. The turns of a probe are
 * moments apart, so that what else the machine does falls on both. A probe that the baseline lacks runs for the
 * candidate alone.
 */
export async function measureInTurn(
  candidate: readonly Probe[],
  baseline: readonly Probe[],
  { rounds, isTrial }: Plan,
  progress: Progress,
): Promise<Measured[]> {
  const pairs = candidate.map((probe) => ({
    candidate: probe,
    baseline: baseline.find(({ figures: [{ name }] }) => name === probe.figures[0].name),
  }))
  const measured = pairs.map((pair) =>
    pair.candidate.figures.map((figure): Measured => ({
      figure,
      candidate: [],
      ...(pair.baseline && { baseline: [] }),
    })),
  )
  const begun = performance.now()
  for (let round = 0; round < rounds; round++) {
    for (const [index, pair] of pairs.entries()) {
      progress(
        `round ${round + 1} of ${rounds}: ${pair.candidate.figures[0].name}${remaining(performance.now() - begun, (round + index / pairs.length) / rounds)}`,
      )
      await pair.candidate.prepare?.()
      await pair.baseline?.prepare?.()
      const figures = measured[index] ?? []
      for (const figure of figures) for (const side of [figure.candidate, figure.baseline]) side?.push([])
      for (const side of isTrial ? eachOnce : round % 2 === 0 ? candidateFirst : baselineFirst) {
        const samples = await pair[side]?.measure()
        for (const [at, figure] of figures.entries()) if (samples) last(figure[side])?.push([...(samples[at] ?? [])])
      }
    }
  }
  return measured.flat()
}

const last = (rounds: Rounds | undefined) => rounds?.at(-1)

function remaining(elapsedMs: number, share: number): string {
  // Within the first twentieth an estimate would only mislead.
  if (share < 0.05) return ''
  const seconds = (elapsedMs / 1000) * (1 / share - 1)
  return seconds < 90 ? `, about ${Math.ceil(seconds)} s left` : `, about ${Math.ceil(seconds / 60)} min left`
}
