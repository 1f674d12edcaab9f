import { useEffect, useRef, useState } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { popOf } from '#domain/rules/pops.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { playPop } from '#app/lib/device/celebration-sounds.ts'
import { isSafeToPress } from '#app/lib/state/kept-commands.ts'
import type { CalendarDays } from '#app/lib/state/use-calendar.ts'
import { useCompletion, type CompletionSurface } from '#app/lib/state/use-completion.ts'
import { beginGemAnimation, afterGemAnimation } from '#app/ui/motion/gem-animation.ts'
import { kid } from '#texts/kid'
import { countPop } from './pops.ts'

const kidCompletion = (): CompletionSurface => ({
  done: ({ gems, settled }) => ({
    title: kid.questCompleted,
    ...(gems > 0 && { description: kid.earned(gems, settled) }),
  }),
  failure: kid.completeFailed,
  // Waits for toasts of flying gems, because only one toast is shown.
  delay: afterGemAnimation,
})

/** The server refused, or was not reached. */
type Failure = 'refused' | 'unreachable'

/**
 * A burst bubble; `onGemsLanded` lets the counters count, and the success sound waits until the server has recorded it
 * as well.
 */
export type PoppedBubble = { quest: Quest; from: DOMRect; onGemsLanded: () => void; isRecorded: Promise<boolean> }

/**
 * Completes quests: the bubble bursts without waiting for the reply, and after the gems have landed, a toast shows what
 * was earned. The tile shows as done while the command is pending, and stays so with the reply.
 * @param onTakenBack Called when a burst bubble was refused, or did not reach the server: the question opens again.
 */
export function useCompleteWithPop(
  member: FamilyMember,
  { today }: CalendarDays,
  onTakenBack: (quest: Quest, outcome: Failure) => void,
) {
  const [pops, setPops] = useState<readonly PoppedBubble[]>([])
  const unlanded = useRef(new Set<() => void>())
  const { completeAsync } = useCompletion(kidCompletion())
  useEffect(() => {
    const callbacks = unlanded.current
    return () => callbacks.forEach((onGemsLanded) => onGemsLanded())
  }, [])

  /** Completes the quest; the bubble bursts when `bubbleRect` resolves, unless the server has refused by then. */
  const pop = async (quest: Quest, bubbleRect: Promise<DOMRect>): Promise<'popped' | 'done-before' | Failure> => {
    if (!isSafeToPress()) return 'unreachable'
    const stopAwaiting = beginGemAnimation()
    const onGemsLanded = () => {
      unlanded.current.delete(onGemsLanded)
      stopAwaiting()
    }
    unlanded.current.add(onGemsLanded)
    let hasBurst = false
    const answer = completeAsync({ quest, memberId: member.id, day: today })
      .then(
        (isNew) => (isNew ? ('popped' as const) : ('done-before' as const)),
        (error: unknown) =>
          error instanceof ApiError && error.status === 0 ? ('unreachable' as const) : ('refused' as const),
      )
      .then((outcome) => {
        if (outcome === 'popped') return outcome
        onGemsLanded()
        setPops((others) => others.filter((each) => each.onGemsLanded !== onGemsLanded))
        if (hasBurst && outcome !== 'done-before') onTakenBack(quest, outcome)
        return outcome
      })
    const first = await Promise.race([bubbleRect, answer])
    const from = first === 'popped' ? await bubbleRect : first
    if (typeof from === 'string') return from
    hasBurst = true
    countPop(member.id)
    playPop(popOf(quest.id, today))
    setPops((others) => [
      ...others,
      { quest, from, onGemsLanded, isRecorded: answer.then((outcome) => outcome === 'popped') },
    ])
    return 'popped'
  }
  return {
    pop,
    pops,
    endPop: (ended: PoppedBubble) => {
      ended.onGemsLanded()
      setPops((others) => others.filter((each) => each !== ended))
    },
  }
}
