import { useEffect, useMemo, useRef, useState } from 'react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId, QuestId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { doneColumn } from '#domain/rules/completion.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { doneBefore } from '#app/lib/text/done-before.ts'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { play } from '#app/lib/device/sound.ts'
import type { CalendarDays } from '#app/lib/state/use-calendar.ts'
import { useCompleteQuest } from '#app/lib/state/use-completion.ts'
import { awaitGems, onceGemsLanded } from '#app/ui/flying-gems.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'

/** The server said no, or was not reached. */
type Failure = 'refused' | 'unreachable'

/** A bubble that has burst; `land` lets the counters count. */
export type Pop = { quest: Quest; from: DOMRect; land: () => void }

/**
 * Completes quests in the order a child sees it: the bubble bursts without waiting for the answer, then the tile is done, then, when the gems have landed,
 * a toast says what was earned. A refusal takes gems and tile back.
 * @param onTakenBack What has burst already was refused, or reached nobody: the question is to be asked again.
 */
export function usePop(familyId: FamilyId, member: FamilyMember, calendar: CalendarDays, onTakenBack: (quest: Quest, outcome: Failure) => void) {
  const [pops, setPops] = useState<readonly Pop[]>([])
  const [guessed, setGuessed] = useState<ReadonlySet<QuestId>>(new Set())
  const [frozen, setFrozen] = useState<CalendarDays>()
  const held = useRef(new Set<() => void>())
  const { mutateAsync } = useCompleteQuest(familyId, {
    onDone: (gems, _, settled) => onceGemsLanded(() => toast({ title: kid.questCompleted, description: kid.earned(gems, settled) })),
    // These too behind what is still to be said of gems in the air: only one toast is shown.
    onDoneBefore: (quest, faster) => onceGemsLanded(() => toast(doneBefore(quest, faster))),
    onFailed: (error) => onceGemsLanded(() => fail(error)),
  })
  useEffect(() => {
    const lands = held.current
    return () => lands.forEach((land) => land())
  }, [])

  /** Completes the quest; the bubble bursts when `swollen` resolves with its place, unless the server has refused by then. */
  const pop = async (quest: Quest, swollen: Promise<DOMRect>): Promise<'popped' | 'done-before' | Failure> => {
    const lastColumn = doneColumn(calendar.columns)
    if (lastColumn === undefined) {
      fail()
      return 'refused'
    }
    const stopAwaiting = awaitGems()
    const land = () => {
      held.current.delete(land)
      stopAwaiting()
    }
    held.current.add(land)
    // News of it can be here before the bubble has burst.
    setFrozen(calendar)
    let hasBurst = false
    let answered: 'paid' | 'done-before' | Failure | undefined
    const answer = mutateAsync({ quest, lastColumn: lastColumn.id, member, day: calendar.today })
      .then(
        ({ completed }) => (answered = completed?.isNew === true ? 'paid' : 'done-before'),
        (error: unknown) => (answered = error instanceof ApiError && error.status === 0 ? 'unreachable' : 'refused'),
      )
      .then((known) => {
        setGuessed((others) => (others.has(quest.id) ? new Set([...others].filter((id) => id !== quest.id)) : others))
        if (known === 'paid') return swollen
        land()
        setFrozen(undefined)
        setPops((others) => others.filter((each) => each.land !== land))
        if (hasBurst && known !== 'done-before') onTakenBack(quest, known)
        return undefined
      })
    const from = await Promise.race([swollen, answer])
    if (from === undefined) return answered === 'refused' || answered === 'unreachable' ? answered : 'done-before'
    hasBurst = true
    play('pop')
    setPops((others) => [...others, { quest, from, land }])
    // First the burst is seen, then the tile: drawn together, a long list would hold it up.
    void nextPaint().then(() => {
      setFrozen(undefined)
      if (answered === undefined) setGuessed((others) => new Set([...others, quest.id]))
    })
    return 'popped'
  }
  return {
    pop,
    pops,
    endPop: (ended: Pop) => {
      ended.land()
      setPops((others) => others.filter((each) => each !== ended))
    },
    /** What is to be seen: as it was while a bubble swells, and with what has burst done before the server says so. */
    shown: useMemo(() => withDone(frozen ?? calendar, guessed), [frozen, calendar, guessed]),
  }
}

function withDone(calendar: CalendarDays, done: ReadonlySet<QuestId>): CalendarDays {
  const { today, columns } = calendar
  const lastColumn = doneColumn(columns)
  if (done.size === 0 || lastColumn === undefined) return calendar
  const completed = <Standing extends { quest: Quest }>(standing: Standing) =>
    done.has(standing.quest.id) ? { ...standing, status: 'done' as const } : standing
  return {
    ...calendar,
    quests: calendar.quests.map((quest) => (done.has(quest.id) ? { ...quest, columnId: lastColumn.id } : quest)),
    isDoneNow: (quest) => done.has(quest.id) || calendar.isDoneNow(quest),
    days: calendar.days.map((each) => (each.day === today ? { ...each, standings: each.standings.map(completed) } : each)),
    standingOn: (day, questId) => {
      const standing = calendar.standingOn(day, questId)
      return standing && day === today ? completed(standing) : standing
    },
  }
}

function fail(error?: Error): void {
  toast({ title: common.error, description: sentenceFrom(error, kid.completeFailed), destructive: true })
}
