import { expect, test } from 'vitest'
import type { Probe } from './figures.ts'
import { measureInTurn } from './turns.ts'

/** A probe that writes down when it runs. */
const probeOf = (side: string, name: string, log: string[]): Probe => ({
  figures: [{ name, unit: 'ms', goal: '' }],
  async prepare() {
    log.push(`prepare ${side}`)
  },
  async measure() {
    log.push(side)
    return [[log.length]]
  },
})

test('each round measures both subjects in turn, and the next one the other way round', async () => {
  const log: string[] = []
  const [measured] = await measureInTurn([probeOf('A', 'drop', log)], [probeOf('B', 'drop', log)], 2, () => {})
  expect(log.join(' ')).toBe('prepare A prepare B A B B A prepare A prepare B B A A B')
  expect(measured).toMatchObject({
    candidate: [
      [[3], [6]],
      [[10], [11]],
    ],
    baseline: [
      [[4], [5]],
      [[9], [12]],
    ],
  })
})

test('a probe that the baseline lacks measures the candidate alone', async () => {
  const log: string[] = []
  const [measured] = await measureInTurn([probeOf('A', 'ink', log)], [probeOf('B', 'drop', log)], 1, () => {})
  expect(log.join(' ')).toBe('prepare A A A')
  expect(measured).not.toHaveProperty('baseline')
})
