import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestOccurrence } from '#domain/rules/calendar.ts'
import { doneColumn } from '#domain/rules/completion.ts'
import { useCompleteQuest } from '#app/lib/state/use-complete-quest.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { cn } from '#app/ui/cn.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { onceGemsLanded } from '#app/ui/flying-gems.ts'
import { toast } from '#app/state/toast.ts'
import { GemCount } from '#app/ui/gem-count.tsx'
import { faceOf } from '#app/lib/text/face-of.ts'
import { common } from '#texts/common'
import { wall } from '#texts/wall'

/** More than these need the wide dialog. */
const fewOthers = 3

/** `isRecorded` resolves with the server's answer: success is heard when that has come as well. */
export type Pop = { from: DOMRect; quest: Quest; member: FamilyMember; isRecorded: Promise<boolean> }

export type WhoDialogProps = {
  /** As it was when the question was asked. */
  asked: Quest
  /** As it is now; undefined when the quest is gone meanwhile. */
  now: QuestOccurrence | undefined
  /** Whose tile was tapped. */
  owner: FamilyMember
  /** Who else may have done it. */
  others: readonly FamilyMember[]
  columns: readonly QuestColumn[]
  day: Day
  onPop: (pop: Pop) => void
  /** Nothing was paid after all; with `askAgain` because it could not be saved. */
  onTakenBack: (pop: Pop, askAgain: boolean) => void
  onClose: () => void
}

/** Asks who did it, by face. A tap on a face is the answer, and pops. */
export function WhoDialog({ asked, now, owner, others, columns, day, onPop, onTakenBack, onClose }: WhoDialogProps) {
  // Known at once: a second tap, on whichever face, finds the first.
  const isAnswered = useRef(false)
  const { mutateAsync } = useCompleteQuest({
    done: ({ name, gems, settled }) => ({ title: wall.questCompleted, description: wall.earned(name, gems, settled) }),
    failure: wall.completeFailed,
    // Behind what is still to be said of gems in the air: only one toast is shown.
    delay: onceGemsLanded,
  })
  const quest = now?.quest ?? asked
  const isOver = quest.recurring === 'once' && now?.status === 'done'
  const complete = (member: FamilyMember, face: Element) => {
    if (isAnswered.current) return
    const lastColumn = doneColumn(columns)?.id
    if (now === undefined || lastColumn === undefined) {
      toast({ title: common.error, description: wall.completeFailed, destructive: true })
      onClose()
      return
    }
    isAnswered.current = true
    const from = face.getBoundingClientRect()
    const answer = mutateAsync({ quest, lastColumn, memberId: member.id, day })
    const pop = { from, quest, member, isRecorded: answer.catch(() => false) }
    onPop(pop)
    onClose()
    answer.then(
      (isNew) => isNew || onTakenBack(pop, false),
      () => onTakenBack(pop, true),
    )
  }
  const face = (member: FamilyMember, size: 'large' | 'normal') => {
    const isDone = isOver || now?.doneBy.includes(member.id) === true
    return (
      <button
        type="button"
        disabled={isDone}
        data-autofocus={size === 'large' || undefined}
        onClick={({ currentTarget }) => complete(member, currentTarget)}
        className={cn(
          'enabled:hover:border-grape enabled:hover:bg-grape-soft disabled:bg-sunken flex size-full flex-col items-center justify-center gap-2 rounded-card border-2 p-3 enabled:active:scale-[0.97] disabled:cursor-not-allowed',
          size === 'large' ? 'border-grape bg-grape-soft min-h-48' : 'border-line bg-panel min-h-32',
        )}
      >
        <Avatar {...faceOf(member)} decorative className={size === 'large' ? 'size-28 text-4xl' : 'size-16 text-2xl'} />
        <span
          translate="no"
          className={cn('font-display max-w-full text-center leading-tight font-bold wrap-anywhere', size === 'large' ? 'text-3xl' : 'text-xl')}
        >
          {member.displayName}
        </span>
        {isDone && (
          <span className="text-leaf-ink flex items-center gap-1 text-lg font-bold">
            <CircleCheck aria-hidden className="size-5" />
            <span>{wall.doneMember}</span>
          </span>
        )}
      </button>
    )
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={wall.whoDidIt} size={others.length > fewOthers ? 'wide' : 'normal'}>
      <div className="flex flex-col gap-4">
        <p className="flex items-center gap-3 text-xl font-bold">
          <span aria-hidden className="text-4xl leading-none">
            <Icon icon={quest.icon} />
          </span>
          <span translate="no" className="min-w-0 flex-1 wrap-anywhere">
            {quest.title}
          </span>
          {isOver ? (
            <span className="text-leaf-ink">{wall.doneAlready}</span>
          ) : (
            <GemCount gems={quest.gemValue} mark="size-6" className="text-gem-ink gap-1.5" />
          )}
        </p>
        {face(owner, 'large')}
        {others.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="text-muted text-lg">{wall.somebodyElse}</h3>
            <ul className={cn('grid grid-cols-2 gap-3', others.length > fewOthers ? 'sm:grid-cols-4' : 'sm:grid-cols-3')}>
              {others.map((member) => (
                <li key={member.id}>{face(member, 'normal')}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
