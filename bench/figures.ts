/** Something that is measured, and how its samples are read. */
export type Figure = {
  name: string
  unit: 'ms' | 's' | 'a second' | 'MiB' | ''
  /** More is better, as calls a second. */
  isRate?: boolean
  /** The resolution of the samples, where it is coarse: Event Timing rounds to 8 ms. */
  step?: number
  /**
   * Added to both medians before they are divided. For figures that may be 0: a change much smaller than the grain
   * does not matter, however large its ratio is.
   */
  grain?: number
  /** A comparison reads the mean of each turn: the median frame takes 16.7 ms, whatever else drops out. */
  isMeanOfTurn?: boolean
  /** The rows of a plain run: a percentile (0 to 1) each, with its goal. */
  rows: readonly { share: number; goal?: string }[]
}

/** Samples of one figure, by round and turn. */
export type Rounds = number[][][]

/** Without a baseline where only the candidate has this figure. */
export type Measured = { figure: Figure; candidate: Rounds; baseline?: Rounds }

/**
 * A trial measures each probe once for each subject, to see that it runs. Its figures mean nothing, so its families are
 * small.
 */
export type Plan = { rounds: number; isTrial: boolean }

/** A part of a round that can be measured on one subject; its first figure names it. */
export type Probe = {
  figures: readonly [Figure, ...Figure[]]
  /** Runs once a round, before the turns. */
  prepare?(): Promise<void>
  /** Returns the samples of each figure, in the order of `figures`. */
  measure(): Promise<readonly (readonly number[])[]>
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
