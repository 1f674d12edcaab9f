// Both are 4 s of black and of silence, each with a video and an audio track: ffmpeg -f lavfi -i
// color=black:s=64x64:r=1 -f lavfi -i anullsrc=r=8000:cl=mono -t 4 -profile:v baseline -pix_fmt yuv420p -g 4
// silence.mp4
import mp4 from './silence.mp4'
import webm from './silence.webm'

/** `needs-tap`: the browser plays with sound only after a tap. `may-go-dark`: it does not play at all. */
export type ScreenState = 'on' | 'needs-tap' | 'may-go-dark'

/**
 * Keeps the screen on by playing a video, because the Wake Lock API is missing without https and before Safari 16.4.
 * This works in Blink if the video covers a fifth of the screen, in Gecko if it has an audio track, in WebKit if that
 * is not muted and nothing loops (VideoWakeLock::ShouldBeActive, HTMLVideoElement::ShouldCreateVideoWakeLock,
 * HTMLMediaElement::shouldDisableSleep).
 */
export function playSilentVideo(onChange: (state: ScreenState) => void): () => void {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.setAttribute('aria-hidden', 'true')
  video.className = 'pointer-events-none fixed inset-0 -z-10 size-full object-fill opacity-1'
  const stopped = new AbortController()
  const { signal } = stopped
  // Sound interrupts the music of other apps, so only WebKit gets it, the only engine with gesture events.
  const needsSound = 'GestureEvent' in window
  let address: string | undefined

  const play = async (isTapped: boolean) => {
    if (address === undefined || document.visibilityState === 'hidden') return
    if (isTapped && needsSound) video.muted = false
    let state: ScreenState = needsSound && video.muted ? 'needs-tap' : 'on'
    try {
      await video.play()
    } catch {
      state = isTapped ? 'may-go-dark' : 'needs-tap'
    }
    if (!signal.aborted) onChange(state)
  }
  const onTap = () => {
    if (video.paused || (needsSound && video.muted)) void play(true)
  }
  // Some engines send no click for a tap outside of a button.
  for (const type of ['click', 'touchend', 'keydown']) window.addEventListener(type, onTap, { capture: true, signal })
  document.addEventListener('visibilitychange', () => void play(false), { signal })
  video.addEventListener('timeupdate', () => {
    if (!video.ended && video.currentTime > video.duration / 2) video.currentTime = 0
  })
  video.addEventListener(
    'pause',
    () => {
      // A busy tablet jumped back too late.
      if (video.ended) void play(false)
      // Another app started to play, and resuming would stop it: waits for a tap.
      else onChange('needs-tap')
    },
    { signal },
  )
  document.body.append(video)

  const load = async () => {
    const isMp4 = video.canPlayType('video/mp4; codecs="avc1.42c00a, mp4a.40.2"') !== ''
    const response = await fetch(isMp4 ? mp4 : webm, { signal })
    // A blob, because Safari plays a file only from a server that supports range requests.
    const blob = await response.blob()
    if (signal.aborted) return
    address = URL.createObjectURL(blob)
    video.src = address
    await play(false)
  }
  load().catch(() => {
    if (!signal.aborted) onChange('may-go-dark')
  })
  return () => {
    stopped.abort()
    video.remove()
    video.pause()
    if (address !== undefined) URL.revokeObjectURL(address)
  }
}
