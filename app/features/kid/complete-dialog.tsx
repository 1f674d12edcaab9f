import { useRef, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { doneColumn } from '#domain/rules/completion.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { play } from '#app/lib/sound.ts'
import { useCompleteQuest } from '#app/lib/use-completion.ts'
import { Burst } from '#app/ui/burst.tsx'
import { Button } from '#app/ui/button.tsx'
import { cn } from '#app/ui/cn.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { GemMark } from '#app/ui/gem-mark.tsx'
import { toast } from '#app/ui/toast.ts'
import { ReadToMe } from './read-to-me.tsx'

export type CompleteDialogProps = {
  familyId: FamilyId
  quest: Quest
  member: FamilyMember
  columns: readonly QuestColumn[]
  /** Today, on the calendar of the one who did it. */
  day: Day
  onClose: () => void
}

/** The one big moment: a bubble to pop, and gems that fly. */
export function CompleteDialog({ familyId, quest, member, columns, day, onClose }: CompleteDialogProps) {
  const bubble = useRef<HTMLButtonElement>(null)
  const [popped, setPopped] = useState<DOMRect>()
  const { mutate, isPending } = useCompleteQuest(familyId, {
    onDone: ({ gemValue }) => {
      play('pop')
      play('done')
      toast({ title: 'Quest Completed!', description: `You earned ${gemValue} gems!` })
    },
    onFailed: fail,
  })
  const complete = () => {
    const lastColumn = doneColumn(columns)
    if (lastColumn === undefined) return fail()
    // A second tap finds the first one on its way.
    if (isPending || popped) return undefined
    return mutate({ quest, lastColumn: lastColumn.id, member, day }, { onSuccess: () => setPopped(bubble.current?.getBoundingClientRect()) })
  }
  const arrive = () => {
    play('gem')
    onClose()
  }
  return (
    <>
      <Dialog open onOpenChange={(open) => open || onClose()} title="Ready to complete this quest?" size="small">
        <div className="flex flex-col items-center gap-4 pb-2 text-center">
          <div className="flex items-center justify-center gap-2">
            <p className="font-display text-xl font-bold wrap-anywhere">{quest.title}</p>
            <ReadToMe quest={quest} />
          </div>
          <button
            ref={bubble}
            type="button"
            data-autofocus
            onClick={complete}
            aria-label={`Complete! ${quest.gemValue} gems`}
            aria-busy={isPending || undefined}
            className={cn(
              'grid size-52 place-items-center rounded-full border-4 border-white/50 bg-radial-[at_34%_28%] from-[#e9dfff] via-[#b197fc] to-[#6741d9] text-[#17142b] transition-[scale,opacity] duration-200 ease-out active:scale-110',
              isPending && 'scale-110',
              popped && 'invisible',
            )}
          >
            <span className="flex flex-col items-center gap-1">
              <span aria-hidden className="text-6xl leading-none">
                {quest.icon}
              </span>
              <span className="font-display text-3xl font-bold">Complete!</span>
              <span className="font-display flex items-center gap-1.5 text-xl font-bold tabular-nums">
                <GemMark className="size-6" />
                {quest.gemValue}
              </span>
            </span>
          </button>
          <Button look="bare" className="min-h-14 px-8" onClick={onClose}>
            Not yet
          </Button>
        </div>
      </Dialog>
      {popped && <Burst from={popped} gems={quest.gemValue} onEnd={arrive} />}
    </>
  )
}

function fail(error?: Error): void {
  toast({ title: 'Error', description: sentenceFrom(error, 'Unable to complete quest. Please try again.'), destructive: true })
}
