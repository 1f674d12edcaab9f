import { useEffect, useRef, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { doneColumn } from '#domain/rules/completion.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { doneBefore } from '#app/lib/done-before.ts'
import { useCompleteQuest } from '#app/lib/use-completion.ts'
import { Button } from '#app/ui/button.tsx'
import { cn } from '#app/ui/cn.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { GemMark } from '#app/ui/gem-mark.tsx'
import { awaitGems } from '#app/ui/flying-gems.ts'
import { isStill } from '#app/ui/spring.ts'
import { toast } from '#app/ui/toast.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { ReadToMe } from './read-to-me.tsx'

export type CompleteDialogProps = {
  familyId: FamilyId
  quest: Quest
  member: FamilyMember
  columns: readonly QuestColumn[]
  /** Today, on the calendar of the one who did it. */
  day: Day
  open: boolean
  onClose: () => void
  /** The quest is done; the bubble was here when it burst. */
  onPopped: (from: DOMRect) => void
  /** Who gets the focus afterwards: the tile that was tapped may be a button no more. */
  focusInstead: () => HTMLElement | null
}

const swellMs = 240

/** The one big moment: a bubble to pop. */
export function CompleteDialog({ familyId, quest, member, columns, day, open, onClose, onPopped, focusInstead }: CompleteDialogProps) {
  const bubble = useRef<HTMLButtonElement>(null)
  const swelling = useRef<Animation>(undefined)
  const [isPopped, setPopped] = useState(false)
  const { mutate, isPending } = useCompleteQuest(familyId, {
    onDone: (gems) => toast({ title: kid.questCompleted, description: kid.earned(gems) }),
    onDoneBefore: (quest, faster) => toast(doneBefore(quest, faster)),
    onFailed: fail,
  })
  const [isPressed, setPressed] = useState(false)
  const isSwelling = isPressed && open
  // The gems may be known before the bubble bursts; the counter waits for them to fly.
  useEffect(() => (isSwelling ? awaitGems() : undefined), [isSwelling])
  const pop = () => {
    if (bubble.current === null) return
    setPopped(true)
    onPopped(bubble.current.getBoundingClientRect())
  }
  const letGo = () => {
    swelling.current?.cancel()
    swelling.current = undefined
    setPressed(false)
  }
  const complete = () => {
    const lastColumn = doneColumn(columns)
    if (lastColumn === undefined) return fail()
    // A second tap finds the first one on its way.
    if (swelling.current !== undefined) return undefined
    const swell = bubble.current?.animate([{ scale: '1.22' }], { duration: isStill() ? 1 : swellMs, easing: 'cubic-bezier(0.3, 0, 0.2, 1)', fill: 'forwards' })
    swelling.current = swell
    setPressed(true)
    return mutate(
      { quest, lastColumn: lastColumn.id, member, day },
      {
        onSuccess: ({ completed }) => {
          // However fast the answer is, the bubble has swollen before it bursts.
          if (completed?.isNew === true) return void swell?.finished.then(pop, pop)
          letGo()
          return onClose()
        },
        onError: letGo,
      },
    )
  }
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={kid.ready} size="small" focusInstead={focusInstead}>
      <div className="flex flex-col items-center gap-6 text-center">
        <div className="flex items-center justify-center gap-2">
          <p className="font-display line-clamp-3 text-xl leading-tight font-bold wrap-anywhere">{quest.title}</p>
          <ReadToMe quest={quest} />
        </div>
        <button
          ref={bubble}
          type="button"
          data-autofocus
          onClick={complete}
          aria-label={kid.completeFor(quest.gemValue)}
          aria-busy={isPending || undefined}
          className={cn(
            'shadow-lift relative my-3 grid size-60 shrink-0 place-items-center rounded-full bg-(image:--bubble) text-[#17142b] transition-[scale] duration-200 ease-out outline-offset-8 active:scale-110',
            isPopped && 'invisible',
          )}
        >
          <Shine />
          <span className="relative flex flex-col items-center gap-1.5">
            <span aria-hidden className="text-6xl leading-tight">
              {quest.icon}
            </span>
            <span className="font-display text-3xl leading-tight font-bold">{kid.complete}</span>
            <span className="font-display flex items-center gap-1.5 rounded-full bg-[#fff]/70 px-3 text-xl font-bold tabular-nums">
              <GemMark className="size-6" />
              {quest.gemValue}
            </span>
          </span>
        </button>
        <Button look="bare" size="large" onClick={onClose}>
          {kid.notYet}
        </Button>
      </div>
    </Dialog>
  )
}

/** The light on a bubble: a rim all around, a curved glint above, a small one below. */
function Shine() {
  return (
    <svg viewBox="0 0 100 100" aria-hidden fill="none" stroke="#fff" strokeLinecap="round" className="absolute inset-0 size-full">
      <circle cx="50" cy="50" r="48" strokeOpacity="0.55" strokeWidth="2.5" />
      <path d="M13 44c2.5-15 12-26 26-30" strokeOpacity="0.9" strokeWidth="5" />
      <path d="M84 69c-3 6-7 10-12 13" strokeOpacity="0.6" strokeWidth="3.5" />
    </svg>
  )
}

function fail(error?: Error): void {
  toast({ title: common.error, description: sentenceFrom(error, kid.completeFailed), destructive: true })
}
