import { expect, test } from 'vitest'
import type { Probe } from './figures.ts'
import { measureInTurn } from './turns.ts'

/** A probe that writes down when it runs. */
const probeOf = (side: string, name: string, log: string[]): Probe => ({
  figures: [{ name, unit: 'ms', rows: [] }],
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
  const [measured] = await measureInTurn(
    [probeOf('A', 'drop', log)],
    [probeOf('B', 'drop', log)],
    { rounds: 2, isTrial: false },
    () => {},
  )
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
  const [measured] = await measureInTurn(
    [probeOf('A', 'ink', log)],
    [probeOf('B', 'drop', log)],
    { rounds: 1, isTrial: false },
    () => {},
  )
  expect(log.join(' ')).toBe('prepare A A A')
  expect(measured).not.toHaveProperty('baseline')
})

test('a trial measures each subject once', async () => {
  const log: string[] = []
  await measureInTurn([probeOf('A', 'drop', log)], [probeOf('B', 'drop', log)], { rounds: 1, isTrial: true }, () => {})
  expect(log.join(' ')).toBe('prepare A prepare B A B')
})

test('progress names the round, the probe and the time that is left', async () => {
  const lines: string[] = []
  const log: string[] = []
  await measureInTurn(
    [probeOf('A', 'drop', log), probeOf('A', 'ink', log)],
    [],
    { rounds: 6, isTrial: false },
    (line) => lines.push(line),
  )
  expect(lines[0]).toBe('round 1 of 6: drop')
  expect(lines.at(-1)).toMatch(/^round 6 of 6: ink, about \d+ s left$/)
})
