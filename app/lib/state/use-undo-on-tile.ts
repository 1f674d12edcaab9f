import { useEffect, useState } from 'react'
import { undoSeconds } from '#domain/contract/constants.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { Completing } from './use-completion.ts'
import { useCommand, type CommandWords } from './use-command.ts'

type Recent = Completing & { until: number }

const isOf = (questId: string, memberId: string) => (one: Recent) =>
  one.quest.id === questId && one.memberId === memberId

/** The completions of the last minute on this page, each of which a tile takes back. */
export function useUndoOnTile(words: CommandWords<'undoCompletion'>) {
  const [recent, setRecent] = useState<readonly Recent[]>([])
  const { mutate } = useCommand('undoCompletion', words)
  const [oldest] = recent
  useEffect(() => {
    if (oldest === undefined) return undefined
    const timer = setTimeout(
      () => setRecent((known) => known.filter((one) => one !== oldest)),
      oldest.until - performance.now(),
    )
    return () => clearTimeout(timer)
  }, [oldest])
  return {
    /** Offers to take back what was recorded just now. */
    offer: (completing: Completing) =>
      setRecent((known) => [
        ...known.filter((one) => !isOf(completing.quest.id, completing.memberId)(one)),
        { ...completing, until: performance.now() + undoSeconds.tile * 1000 },
      ]),
    /** Takes the completion of a tile back; undefined if it was not completed here in the last minute. */
    undoOf: (quest: Quest, memberId: MemberId) => {
      const found = recent.find(isOf(quest.id, memberId))
      return (
        found &&
        (() => {
          setRecent((known) => known.filter((one) => one !== found))
          mutate({ questId: quest.id, memberId, completedDate: found.day })
        })
      )
    },
  }
}
