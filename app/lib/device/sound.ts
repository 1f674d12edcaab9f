import { allowed } from '#app/state/allowed.ts'
import { store } from '#app/state/store.ts'
import { soundAtom } from './device-settings.ts'

/** A tone: from one frequency to another (hertz), its delay and duration (seconds), its loudness (0 to 1). */
export type Tone = {
  from: number
  to?: number
  after?: number
  lasts: number
  loudness?: number
  shape?: OscillatorType
}

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
} as const satisfies Record<string, readonly Tone[]>

/** Milliseconds after which a sound comes too late for its touch. */
const lateMs = 300

let context: AudioContext | undefined

/** Plays a sound in response to a touch; stays silent without one, on a muted device or without a loudspeaker. */
export const playSound = (name: keyof typeof sounds): void => playTones(sounds[name])

/** Plays a sound like `playSound`. */
export function playTones(tones: readonly Tone[]): void {
  if (!store.get(soundAtom) || typeof AudioContext === 'undefined') return
  const audio = (context ??= allowed(openContext))
  if (audio === undefined) return
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
