/** Something that is measured, and how its samples are read. */
export type Figure = {
  name: string
  unit: 'ms' | 's' | 'a second' | ''
  /** Target of a plain run, in words. */
  goal: string
  /** More is better, as calls a second. */
  isRate?: boolean
  /** The resolution of the samples, where it is coarse: Event Timing rounds to 8 ms. */
  step?: number
  /**
   * Added to both medians before they are divided. For figures that may be 0: a change much smaller than the grain
   * does not matter, however large its ratio is.
   */
  grain?: number
}

/** Samples of one figure, by round and turn. */
export type Rounds = number[][][]

/** Without a baseline where only the candidate has this figure. */
export type Measured = { figure: Figure; candidate: Rounds; baseline?: Rounds }

/** A part of a round that can be measured on one subject; its first figure names it. */
export type Probe = {
  figures: readonly [Figure, ...Figure[]]
  /** Runs once a round, before the turns. */
  prepare?(): Promise<void>
  /** Returns the samples of each figure, in the order of `figures`. */
  measure(): Promise<readonly (readonly number[])[]>
}
