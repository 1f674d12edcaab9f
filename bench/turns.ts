import type { Measured, Probe } from './figures.ts'

const candidateFirst = ['candidate', 'baseline', 'baseline', 'candidate'] as const
const baselineFirst = ['baseline', 'candidate', 'candidate', 'baseline'] as const

/**
 * Measures both subjects in turn: in each round every probe runs four times, ABBA or BAAB. The turns of a probe are
 * moments apart, so that what else the machine does falls on both. A probe that the baseline lacks runs for the
 * candidate alone.
 */
export async function measureInTurn(
  candidate: readonly Probe[],
  baseline: readonly Probe[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Measured[]> {
  const pairs = candidate.map((probe) => {
    const other = baseline.find(({ figures: [{ name }] }) => name === probe.figures[0].name)
    const measured = probe.figures.map((figure): Measured => ({
      figure,
      candidate: [],
      ...(other && { baseline: [] }),
    }))
    return { name: probe.figures[0].name, candidate: probe, baseline: other, measured }
  })
  for (let round = 0; round < rounds; round++) {
    for (const pair of pairs) {
      progress(`round ${round + 1} of ${rounds}: ${pair.name}`)
      await pair.candidate.prepare?.()
      await pair.baseline?.prepare?.()
      for (const figure of pair.measured) for (const side of [figure.candidate, figure.baseline]) side?.push([])
      for (const side of round % 2 === 0 ? candidateFirst : baselineFirst) {
        const samples = await pair[side]?.measure()
        for (const [at, figure] of pair.measured.entries())
          if (samples) figure[side]?.at(-1)?.push([...(samples[at] ?? [])])
      }
    }
  }
  return pairs.flatMap(({ measured }) => measured)
}
