import { store } from '#app/state/store.ts'
import { soundAtom } from './device-settings.ts'

/** A tone: from one pitch (hertz) to another, after and for so many seconds, as loud as 0 to 1. */
type Tone = { from: number; to?: number; after?: number; lasts: number; loudness?: number; shape?: OscillatorType }

/** Short sounds made on the spot: no file is loaded, and nothing plays longer than a second. */
const sounds = {
  pop: [{ from: 280, to: 980, lasts: 0.09, loudness: 0.5 }],
  gem: [{ from: 1250, to: 1700, lasts: 0.12, loudness: 0.25 }],
  /** Something snapped into its next place. */
  tick: [{ from: 1500, to: 900, lasts: 0.03, loudness: 0.15 }],
  /** An answer was right. */
  right: [
    { from: 659.25, lasts: 0.18, shape: 'triangle' },
    { from: 987.77, after: 0.1, lasts: 0.3, shape: 'triangle' },
  ],
  /** It was not: low and short, no buzzer. */
  oops: [{ from: 260, to: 200, lasts: 0.16, loudness: 0.25 }],
  done: [
    { from: 523.25, lasts: 0.4, shape: 'triangle' },
    { from: 659.25, after: 0.08, lasts: 0.4, shape: 'triangle' },
    { from: 783.99, after: 0.16, lasts: 0.5, shape: 'triangle' },
  ],
} as const satisfies Record<string, readonly Tone[]>

/** Milliseconds after which a sound answers nothing any more. */
const lateMs = 300

let context: AudioContext | undefined

/** Plays a sound as an answer to a touch: without one, on a muted device or without a loudspeaker, nothing is heard. */
export function play(name: keyof typeof sounds): void {
  if (!store.get(soundAtom) || typeof AudioContext === 'undefined') return
  const audio = (context ??= openContext())
  const playTones = () => {
    for (const tone of sounds[name]) playTone(audio, audio.destination, audio.currentTime, tone)
  }
  if (audio.state === 'running') return playTones()
  const askedAt = performance.now()
  // Held back until the page is touched, and during a call: what waited is not played all at once.
  const onRunning = () => {
    if (performance.now() - askedAt < lateMs) playTones()
  }
  return void audio.resume().then(onRunning, () => {})
}

function openContext(): AudioContext {
  // Safari: plays beside the music of another app, and the silent switch mutes it. TypeScript does not know it.
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'ambient'
  // After a call or a time in the background Safari can say that it is running, and be silent: the next sound opens a new one.
  document.addEventListener('visibilitychange', closeContext, { once: true })
  return new AudioContext()
}

function closeContext(): void {
  void context?.close().catch(() => {})
  context = undefined
}

function playTone(audio: AudioContext, destination: AudioNode, now: number, { from, to = from, after = 0, lasts, loudness = 0.3, shape = 'sine' }: Tone): void {
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: from })
  const gain = new GainNode(audio, { gain: 0 })
  const [begin, end] = [now + after, now + after + lasts]
  oscillator.frequency.setValueAtTime(from, begin)
  oscillator.frequency.exponentialRampToValueAtTime(to, end)
  // In and out softly: a tone cut off clicks.
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loudness, begin + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(gain).connect(destination)
  oscillator.start(begin)
  oscillator.stop(end)
}
