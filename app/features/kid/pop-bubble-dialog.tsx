import { useReducedMotionConfig } from 'framer-motion'
import { animate } from 'framer-motion/dom/mini'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { WifiOff } from 'lucide-react'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { allowSpeech, speak, stopSpeaking, useSpoken } from '#app/lib/device/speech.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { kid } from '#texts/kid'
import { useAnnounced } from '#app/state/use-announced.ts'
import { sentences } from '#app/state/sentences.ts'
import { spokenQuest } from './spoken-quest.ts'
import type { CompletionPrompt } from './completion-prompt.ts'
import { ReadToMe } from './read-to-me.tsx'
import type { useCompleteWithPop } from './use-complete-with-pop.ts'

export type PopBubbleDialogProps = {
  question: CompletionPrompt
  open: boolean
  /** The last attempt did not reach the server. */
  isUnreachable: boolean
  onPop: ReturnType<typeof useCompleteWithPop>['pop']
  onClose: () => void
  /** The element to focus on close, because the tapped tile may no longer be a button. */
  focusInstead: () => HTMLElement | null
}

/** Seconds for which the bubble swells: with the frames around this it bursts within 180 ms of the release. */
const swellSeconds = 0.06

/** Shows a bubble to pop, or the reason why the quest is over, also when that changes while the dialog is open. */
export function PopBubbleDialog({
  question: { quest, over },
  open,
  isUnreachable,
  onPop,
  onClose,
  focusInstead,
}: PopBubbleDialogProps) {
  const bubble = useRef<HTMLDivElement>(null)
  const isReduced = useReducedMotionConfig() === true
  const closeButton = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const [isPopped, setPopped] = useState(false)
  const complete = async () => {
    const swelling = bubble.current
    // Ignores a second tap while the first one is pending.
    if (isPressed.current || swelling === null) return
    isPressed.current = true
    // The result is spoken after the tap has ended.
    allowSpeech()
    const outcome = await onPop(quest, swell(swelling))
    if (outcome === 'popped') setPopped(true)
    else animate(swelling, { scale: 1 }, { duration: isReduced ? 0 : swellSeconds })
    if (outcome === 'refused' || outcome === 'unreachable') isPressed.current = false
    else onClose()
  }
  /** Lets the bubble swell; resolves with its rectangle just before the burst. */
  const swell = async (element: HTMLElement) => {
    if (!isReduced) await animate(element, { scale: 1.22 }, { duration: swellSeconds, ease: [0.3, 0, 0.2, 1] })
    return element.getBoundingClientRect()
  }
  useEffect(() => {
    if (isUnreachable) speak(kid.noConnection)
  }, [isUnreachable])
  const isOver = over !== undefined
  const overWords = over && sentences([over.title, over.text])
  useAnnounced(overWords)
  useSpoken(open && overWords)
  useEffect(() => (open ? stopSpeaking : undefined), [open])
  const questId = useId()
  useLayoutEffect(() => {
    // The focused bubble is gone; in the same commit, so that no key is lost between.
    if (isOver) closeButton.current?.focus()
  }, [isOver])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={over?.title ?? kid.ready}
      describedBy={questId}
      size="small"
      focusInstead={focusInstead}
    >
      <div className="flex flex-col items-center gap-6 text-center">
        <div className="flex max-w-full items-center justify-center gap-2">
          <div id={questId} className="flex min-w-0 flex-col gap-1 wrap-anywhere">
            <p className="font-display text-xl leading-tight font-bold">
              <span translate={over ? undefined : 'no'} dir={over ? undefined : 'auto'}>
                {over?.text ?? quest.title}
              </span>
            </p>
            {!over && quest.description !== '' && (
              <p translate="no" dir="auto" className="leading-snug whitespace-pre-line">
                {quest.description}
              </p>
            )}
          </div>
          <ReadToMe
            title={over?.title ?? quest.title}
            words={overWords ? sentences([overWords, kid.tapToGoOn]) : sentences([spokenQuest(quest), kid.tapBubble])}
          />
        </div>
        {over ? (
          <div className="my-3 grid min-h-40 place-items-center">
            {over.face ? (
              <Avatar {...avatarProps(over.face)} decorative className="size-36 text-5xl" />
            ) : (
              <BubbleMark className="size-36" />
            )}
          </div>
        ) : (
          <div className="relative">
            <div ref={bubble} className={cn('my-3 rounded-full', isPopped && 'invisible')}>
              <button
                type="button"
                data-autofocus
                onClick={() => void complete()}
                aria-label={quest.gemValue === 0 ? kid.complete : kid.completeFor(quest.gemValue)}
                className="shadow-lift relative grid size-[min(15rem,75vw)] shrink-0 place-items-center rounded-full bg-(image:--bubble) text-[#17142b] transition-[scale] duration-200 ease-out outline-offset-8 active:scale-110"
              >
                <Shine />
                <span className="relative flex flex-col items-center gap-1.5">
                  <span aria-hidden className="text-6xl leading-tight">
                    <Icon icon={quest.icon} />
                  </span>
                  <span className="font-display text-3xl leading-tight font-bold">{kid.complete}</span>
                  {quest.gemValue > 0 && (
                    <span className="font-display flex items-center gap-1.5 rounded-full bg-[#fff]/70 px-3 text-xl font-bold tabular-nums">
                      <GemMark className="size-6" />
                      <span translate="no">{quest.gemValue}</span>
                    </span>
                  )}
                </span>
              </button>
            </div>
            {isUnreachable && (
              <span
                aria-hidden
                className="bg-coral-soft text-coral-ink border-panel absolute top-0 -right-5 grid size-20 place-items-center rounded-full border-4"
              >
                <WifiOff className="size-11" />
              </span>
            )}
          </div>
        )}
        {isUnreachable && !isOver && (
          <div className="-my-3 flex items-center gap-1">
            <p className="text-coral-ink text-lg font-bold">{kid.noConnection}</p>
            <ReadToMe title={kid.noConnection} />
          </div>
        )}
        <div className="flex items-center gap-1">
          <Button
            ref={closeButton}
            variant={isOver ? 'primary' : 'bare'}
            size="large"
            onClick={onClose}
            data-autofocus={isOver || undefined}
          >
            {isOver ? kid.allRight : kid.notYet}
          </Button>
          {!isOver && <ReadToMe title={kid.notYet} words={sentences([kid.notYet, kid.questWaits])} />}
        </div>
      </div>
    </Dialog>
  )
}

/** The highlights of a bubble: a rim, a curved glint above, a small one below. */
function Shine() {
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden
      fill="none"
      stroke="#fff"
      strokeLinecap="round"
      className="absolute inset-0 size-full forced-colors:hidden"
    >
      <circle cx="50" cy="50" r="48" strokeOpacity="0.55" strokeWidth="2.5" />
      <path d="M13 44c2.5-15 12-26 26-30" strokeOpacity="0.9" strokeWidth="5" />
      <path d="M84 69c-3 6-7 10-12 13" strokeOpacity="0.6" strokeWidth="3.5" />
    </svg>
  )
}
