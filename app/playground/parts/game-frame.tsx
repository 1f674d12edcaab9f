import { Volume2, VolumeX, X } from 'lucide-react'
import { useAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { soundAtom } from '#app/lib/device/device-settings.ts'
import { stopSpeaking } from '#app/lib/device/speech.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { games } from '#texts/games'

export type GameFrameProps = {
  name: string
  onExit: () => void
  /** The progress in the game: 'Letter 3 of 26'. */
  place?: ReactNode
  /** Called with a key that is pressed while the focus is in the game, not on the exit or the sound switch. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** The game, or a control of it, takes arrow keys or letters, which a screen reader would keep from a page. */
  hasKeys?: boolean
  children: ReactNode
}

/**
 * The full-screen frame of a game, with the exit top left, and the sound switch top right. The game takes the focus at
 * its start, and when the focused element is gone or hidden by a cheer.
 */
export function GameFrame({
  name,
  onExit,
  place,
  onKeyDown,
  hasKeys = onKeyDown !== undefined,
  children,
}: GameFrameProps) {
  const [isLoud, setIsLoud] = useAtom(soundAtom)
  // Stops speech when the game ends or the page is hidden.
  useEffect(() => {
    const onHidden = () => document.hidden && stopSpeaking()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      stopSpeaking()
    }
  }, [])
  const area = useRef<HTMLElement>(null)
  // Comes before the keeper of the focus, which would take the heading.
  useLayoutEffect(() => area.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.closest('[inert]'))
      area.current?.focus({ preventScroll: true })
  })
  const role = hasKeys ? 'application' : undefined
  const switchSound = () => {
    setIsLoud(!isLoud)
    if (isLoud) stopSpeaking()
  }
  return (
    // An application inside one, because Orca does not say one that takes the place of the focused part of a page.
    <div
      role={role}
      aria-labelledby={role && 'game'}
      className="flex min-h-[calc(100dvh-env(safe-area-inset-bottom))] flex-col select-none"
    >
      <header className="flex flex-wrap items-center gap-2 p-3 phone-landscape:py-1 sm:px-5">
        <Button variant="quiet" size="large" onClick={onExit} className="px-5">
          <X aria-hidden />
          <span>{games.exit}</span>
        </Button>
        <h1
          id="game"
          lang="en"
          className="font-display min-w-0 flex-1 truncate px-2 text-center text-2xl font-bold max-sm:sr-only"
        >
          {name}
        </h1>
        <div className="ml-auto flex items-center gap-2">
          <IconButton
            label={isLoud ? games.mute : games.soundOn}
            icon={isLoud ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
            onClick={switchSound}
          />
        </div>
      </header>
      {place !== undefined && (
        <div className="text-muted flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-3 text-lg font-bold">
          {place}
        </div>
      )}
      {/* Hides the game below a cheer without a loss of focus: its mascot would be seen a second time. */}
      {/* Keys reach it from the game's buttons, and from itself at the start. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={area}
        role={role}
        aria-labelledby="game"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative flex min-h-0 flex-1 flex-col p-3 pt-2 outline-none sm:px-5 sm:pb-5 phone-landscape:pb-3 [&:has(>[data-cheer])>:not([data-cheer])]:opacity-0"
      >
        {children}
      </section>
    </div>
  )
}
