import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { useCompletion, type CompletionSurface } from '#app/lib/state/use-completion.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { afterGemAnimation } from '#app/ui/motion/gem-animation.ts'
import { toast } from '#app/state/toast.ts'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { common } from '#texts/common'
import { wall } from '#texts/wall'

/** The largest number of others for the normal dialog; more need the wide one. */
const fewOthers = 3

/** The wall; a completion of 0 gems names only who did it. */
export const wallCompletion: CompletionSurface = {
  done: ({ name, gems, settled }) => ({
    title: wall.questCompleted,
    description: gems === 0 ? common.didIt(name) : wall.earned(name, gems, settled),
  }),
  failure: wall.completeFailed,
  // Waits for toasts of flying gems, because only one toast is shown.
  delay: afterGemAnimation,
}

/** `isRecorded` resolves with the server's reply, for which the success sound waits. */
export type PoppedFace = { from: DOMRect; quest: Quest; member: FamilyMember; isRecorded: Promise<boolean> }

export type ChooseCompleterDialogProps = {
  /** The quest as it was when the dialog opened. */
  asked: Quest
  /** The quest as it is now; undefined if it is gone meanwhile. */
  now: QuestOccurrence | undefined
  /** The member whose tile was tapped. */
  owner: FamilyMember
  /** Somebody else than `owner` did it, who comes last. */
  isOther: boolean
  /** The other members who may have done it. */
  others: readonly FamilyMember[]
  day: Day
  onPop: (pop: PoppedFace) => void
  /** No gems were paid after all; `askAgain` if the completion could not be saved. */
  onTakenBack: (pop: PoppedFace, askAgain: boolean) => void
  onClose: () => void
}

/** Asks which member did the quest. A tap on a face completes it, and pops. */
export function ChooseCompleterDialog({
  asked,
  now,
  owner,
  isOther,
  others,
  day,
  onPop,
  onTakenBack,
  onClose,
}: ChooseCompleterDialogProps) {
  // A ref, so that a second tap on any face sees the first one at once.
  const isAnswered = useRef(false)
  const { completeAsync } = useCompletion(wallCompletion)
  const quest = now?.quest ?? asked
  const isOver = quest.recurring === 'once' && now?.status === 'done'
  const complete = (member: FamilyMember, face: Element) => {
    if (isAnswered.current) return
    if (now === undefined) {
      toast({ title: common.error, description: wall.completeFailed, destructive: true })
      onClose()
      return
    }
    isAnswered.current = true
    const from = face.getBoundingClientRect()
    const answer = completeAsync({ quest, memberId: member.id, day })
    const pop = { from, quest, member, isRecorded: answer.catch(() => false) }
    onPop(pop)
    onClose()
    answer.then(
      (isNew) => isNew || onTakenBack(pop, false),
      () => onTakenBack(pop, true),
    )
  }
  const small = isOther ? [...others, owner] : others
  const face = (member: FamilyMember, size: 'large' | 'normal') => {
    const isDone = isOver || now?.doneBy.includes(member.id) === true
    return (
      <button
        type="button"
        aria-disabled={isDone}
        data-autofocus={size === 'large' || (isOther && member === small[0]) || undefined}
        onClick={({ currentTarget }) => isDone || complete(member, currentTarget)}
        className={cn(
          'not-aria-disabled:hover:border-grape not-aria-disabled:hover:bg-grape-soft aria-disabled:bg-sunken flex size-full flex-col items-center justify-center gap-2 rounded-card border-2 p-3 not-aria-disabled:active:scale-[0.97] aria-disabled:cursor-not-allowed',
          size === 'large' ? 'border-grape bg-grape-soft min-h-48' : 'border-line bg-panel min-h-32',
        )}
      >
        <Avatar
          {...avatarProps(member)}
          decorative
          className={size === 'large' ? 'size-28 text-4xl' : 'size-16 text-2xl'}
        />
        <span
          translate="no"
          dir="auto"
          className={cn(
            'font-display max-w-full text-center leading-tight font-bold wrap-anywhere',
            size === 'large' ? 'text-3xl' : 'text-xl',
          )}
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
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={wall.whoDidIt}
      size={small.length > fewOthers ? 'wide' : 'normal'}
      // The button of the toast that asked is gone.
      focusInstead={() => (isOther ? document.querySelector<HTMLElement>(`[data-wall-column="${owner.id}"]`) : null)}
    >
      <div className="flex flex-col gap-4">
        <p className="flex items-center gap-3 text-xl font-bold">
          <span aria-hidden className="text-4xl leading-none">
            <Icon icon={quest.icon} />
          </span>
          <span translate="no" dir="auto" className="min-w-0 flex-1 wrap-anywhere">
            {quest.title}
          </span>
          {isOver ? (
            <span className="text-leaf-ink">{wall.doneAlready}</span>
          ) : (
            quest.gemValue > 0 && <GemCount gems={quest.gemValue} mark="size-6" className="text-gem-ink gap-1.5" />
          )}
        </p>
        {quest.description !== '' && (
          <p translate="no" className="text-lg leading-snug whitespace-pre-line wrap-anywhere">
            {quest.description}
          </p>
        )}
        {!isOther && face(owner, 'large')}
        {small.length > 0 && (
          <section className="flex flex-col gap-2">
            {!isOther && <h3 className="text-muted text-lg">{wall.somebodyElse}</h3>}
            <ul
              aria-label={isOther ? wall.whoDidIt : wall.somebodyElse}
              className={cn('grid grid-cols-2 gap-3', small.length > fewOthers ? 'sm:grid-cols-4' : 'sm:grid-cols-3')}
            >
              {small.map((member) => (
                <li key={member.id}>{face(member, 'normal')}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
