import { playSound, playTones, type Tone } from './sound.ts'

/** The sounds of all ways in which a bubble pops but the first. */
const otherPops: readonly (readonly Tone[])[] = [
  [
    { from: 220, to: 700, lasts: 0.08, loudness: 0.5 },
    { from: 500, to: 1300, after: 0.06, lasts: 0.08, loudness: 0.35 },
  ],
  [{ from: 980, to: 240, lasts: 0.12, loudness: 0.45 }],
  [{ from: 180, to: 520, lasts: 0.16, loudness: 0.5 }],
  [600, 800, 1000].map((from, index) => ({ from, after: index * 0.04, lasts: 0.05, loudness: 0.35 })),
  [{ from: 420, to: 1500, lasts: 0.07, loudness: 0.4, shape: 'triangle' }],
  [
    { from: 300, to: 900, lasts: 0.06, loudness: 0.45 },
    { from: 900, to: 300, after: 0.07, lasts: 0.08, loudness: 0.35 },
  ],
  [{ from: 150, to: 1200, lasts: 0.2, loudness: 0.45 }],
]

const day: readonly Tone[] = [
  { from: 523.25, lasts: 0.25, shape: 'triangle' },
  { from: 659.25, after: 0.12, lasts: 0.25, shape: 'triangle' },
  { from: 783.99, after: 0.24, lasts: 0.25, shape: 'triangle' },
  { from: 1046.5, after: 0.36, lasts: 0.6, loudness: 0.4, shape: 'triangle' },
  { from: 523.25, after: 0.36, lasts: 0.6, shape: 'triangle' },
  { from: 1318.5, after: 0.5, lasts: 0.5, shape: 'triangle' },
]

/** Plays the sound of one of the ways in which a bubble pops. */
export function playPop(pop: number): void {
  const tones = otherPops[pop - 1]
  if (tones) playTones(tones)
  else playSound('pop')
}

/** Plays the sound of a whole day that is done. */
export const playDayDone = (): void => playTones(day)
