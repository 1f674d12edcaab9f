import type { Figure, Rounds } from './figures.ts'

const resamplings = 1000
const slowerAbove = 1.1
const fasterBelow = 0.91

/**
 * How much slower the candidate is than the baseline, for rates too: the ratio of medians with a 90 % interval from a bootstrap of two levels: rounds are drawn with replacement, the same
 * for both subjects, and samples within each round. Noise that lasts for a round therefore counts once, not once a
 * sample.
 */
export function compare(figure: Figure, candidate: Rounds, baseline: Rounds) {
  const ours = candidate.map((turns) => turns.flat())
  const theirs = baseline.map((turns) => turns.flat())
  if (ours.length !== theirs.length || [...ours, ...theirs].some((samples) => samples.length === 0)) {
    throw new Error(`"${figure.name}" was not measured in every round`)
  }
  const ratioOf = (ours: Float64Array, theirs: Float64Array) => {
    const grain = figure.grain ?? 0
    const ratio = (medianOf(ours, figure.step) + grain) / (medianOf(theirs, figure.step) + grain)
    return figure.isRate ? 1 / ratio : ratio
  }
  const random = randomFrom(1)
  const drawn = Float64Array.from({ length: resamplings }, () => {
    const rounds = ours.map(() => Math.floor(random() * ours.length))
    return ratioOf(resample(ours, rounds, random), resample(theirs, rounds, random))
  }).toSorted()
  const [low, high] = [drawn[resamplings * 0.05]!, drawn[resamplings * 0.95 - 1]!]
  const [all, allTheirs] = [Float64Array.from(ours.flat()), Float64Array.from(theirs.flat())]
  return {
    medians: { candidate: medianOf(all, figure.step), baseline: medianOf(allTheirs, figure.step) },
    ratio: ratioOf(all, allTheirs),
    low,
    high,
    word: low > slowerAbove ? 'slower' : high < fasterBelow ? 'faster' : 'same',
  }
}

/**
 * The median; of samples rounded to `step` the median of grouped data, which moves continuously with the share of
 * samples in the middle step instead of jumping from one step to the next.
 */
export function medianOf(samples: Float64Array, step = 0): number {
  const sorted = samples.toSorted()
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  if (step === 0) return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
  const below = sorted.findIndex((sample) => sample > upper - step / 2)
  const within = sorted.filter((sample) => Math.abs(sample - upper) < step / 2).length
  return upper - step / 2 + (step * (middle - below)) / within
}

/** As many samples of these rounds as they have, drawn with replacement within each. */
function resample(
  rounds: readonly (readonly number[])[],
  drawn: readonly number[],
  random: () => number,
): Float64Array {
  const draw = (samples: readonly number[]) => samples.map(() => samples[Math.floor(random() * samples.length)]!)
  return Float64Array.from(drawn.flatMap((round) => draw(rounds[round]!)))
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed, so that the same samples give the same word. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
