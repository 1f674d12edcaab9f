import { store } from '#app/state/store.ts'
import { soundAtom } from './device-settings.ts'

/** A tone: from one frequency to another (hertz), its delay and duration (seconds), its loudness (0 to 1). */
type Tone = { from: number; to?: number; after?: number; lasts: number; loudness?: number; shape?: OscillatorType }

/** Synthesized sounds: no file is loaded, and none is longer than a second. */
const sounds = {
  pop: [{ from: 280, to: 980, lasts: 0.09, loudness: 0.5 }],
  gem: [{ from: 1250, to: 1700, lasts: 0.12, loudness: 0.25 }],
  /** An item snapped into its next place. */
  tick: [{ from: 1500, to: 900, lasts: 0.03, loudness: 0.15 }],
  /** An answer was right. */
  right: [
    { from: 659.25, lasts: 0.18, shape: 'triangle' },
    { from: 987.77, after: 0.1, lasts: 0.3, shape: 'triangle' },
  ],
  /** The answer was wrong: low and short, so that it does not sound like a buzzer. */
  oops: [{ from: 260, to: 200, lasts: 0.16, loudness: 0.25 }],
  done: [
    { from: 523.25, lasts: 0.4, shape: 'triangle' },
    { from: 659.25, after: 0.08, lasts: 0.4, shape: 'triangle' },
    { from: 783.99, after: 0.16, lasts: 0.5, shape: 'triangle' },
  ],
  /** A whole day is done. */
  day: [
    { from: 523.25, lasts: 0.25, shape: 'triangle' },
    { from: 659.25, after: 0.12, lasts: 0.25, shape: 'triangle' },
    { from: 783.99, after: 0.24, lasts: 0.25, shape: 'triangle' },
    { from: 1046.5, after: 0.36, lasts: 0.6, loudness: 0.4, shape: 'triangle' },
    { from: 523.25, after: 0.36, lasts: 0.6, shape: 'triangle' },
    { from: 1318.5, after: 0.5, lasts: 0.5, shape: 'triangle' },
  ],
} as const satisfies Record<string, readonly Tone[]>

/** The ways in which a bubble pops. */
const pops: readonly (readonly Tone[])[] = [
  sounds.pop,
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

/** Milliseconds after which a sound comes too late for its touch. */
const lateMs = 300

let context: AudioContext | undefined

/** Plays a sound in response to a touch; stays silent without one, on a muted device or without a loudspeaker. */
export const playSound = (name: keyof typeof sounds): void => play(sounds[name])

/** Plays the sound of one of the ways in which a bubble pops. */
export const playPop = (pop: number): void => play(pops[pop] ?? sounds.pop)

function play(tones: readonly Tone[]): void {
  if (!store.get(soundAtom) || typeof AudioContext === 'undefined') return
  const audio = (context ??= openContext())
  const playTones = () => {
    for (const tone of tones) playTone(audio, audio.destination, audio.currentTime, tone)
  }
  if (audio.state === 'running') return playTones()
  const askedAt = performance.now()
  // Browsers suspend audio until the first touch and during a call; late sounds are dropped, or all would play at once.
  const onRunning = () => {
    if (performance.now() - askedAt < lateMs) playTones()
  }
  return void audio.resume().then(onRunning, () => {})
}

function openContext(): AudioContext {
  // Safari: mixes with music of other apps, and obeys the silent switch. TypeScript has no type for it.
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'ambient'
  // After a call or time in the background Safari's context can be silent although `running`: the next sound opens a
  // new one.
  document.addEventListener('visibilitychange', closeContext, { once: true })
  return new AudioContext()
}

function closeContext(): void {
  void context?.close().catch(() => {})
  context = undefined
}

function playTone(
  audio: AudioContext,
  destination: AudioNode,
  now: number,
  { from, to = from, after = 0, lasts, loudness = 0.3, shape = 'sine' }: Tone,
): void {
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: from })
  const gain = new GainNode(audio, { gain: 0 })
  const [begin, end] = [now + after, now + after + lasts]
  oscillator.frequency.setValueAtTime(from, begin)
  oscillator.frequency.exponentialRampToValueAtTime(to, end)
  // Fades in and out, because an abrupt end clicks.
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loudness, begin + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(gain).connect(destination)
  oscillator.start(begin)
  oscillator.stop(end)
}
