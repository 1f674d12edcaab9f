import type { Day } from '../contract/days.ts'
import type { ColumnId } from '../contract/ids.ts'
import type { QuestColumn } from '../contract/quest-columns.ts'
import type { Quest } from '../contract/quests.ts'
import { columnsInOrder } from './columns.ts'

/**
 * The column in which a quest stands on `today`, a day of the family's calendar: a daily or weekly quest that a completion brought
 * to the last column is back where it came from when its next due day begins. The database has the same rule: private.standing_column.
 */
export function standsIn({ columnId, returns }: Pick<Quest, 'columnId' | 'returns'>, columns: readonly QuestColumn[], today: Day): ColumnId {
  if (returns === undefined || today < returns.day) return columnId
  const isThere = columns.some(({ id }) => id === returns.columnId)
  return isThere ? returns.columnId : (columnsInOrder(columns)[0]?.id ?? columnId)
}

/** Of each quest that has come back, itself where it stands: the same object each time, so that a card is drawn again only when it changes. */
const returned = new WeakMap<Quest, Quest>()

/** The quests, each in the column in which it stands on `today`. */
export function standingQuests(quests: readonly Quest[], columns: readonly QuestColumn[], today: Day): readonly Quest[] {
  return quests.map((quest) => {
    const { returns, ...stays } = quest
    if (returns === undefined || today < returns.day) return quest
    const columnId = standsIn(quest, columns, today)
    const known = returned.get(quest)
    if (known?.columnId === columnId) return known
    const back = { ...stays, columnId, finishedAt: null, finishedBy: null, isArchived: false }
    returned.set(quest, back)
    return back
  })
}

/**
 * The quests as they will be if the server agrees: shown at once, under the version that is known, so
 * that the answer and any other news win over it, also news that came before the guess was shown.
 */
export function guess(quests: readonly Quest[], before: Quest, patch: Partial<Quest>): readonly Quest[] {
  return quests.map((quest) => {
    if (!isSameVersion(quest, before)) return quest
    const { returns: _returns, ...stays } = quest
    // Whoever is moved by hand stays there.
    return { ...(patch.columnId === undefined ? quest : stays), ...defined(patch) }
  })
}

/** Takes a guess back that the server refused; news that came in the meantime stays. */
export function takeBack(quests: readonly Quest[], before: Quest): readonly Quest[] {
  return quests.map((quest) => (isSameVersion(quest, before) ? before : quest))
}

const isSameVersion = (quest: Quest, before: Quest) => quest.id === before.id && quest.version === before.version

function defined(patch: Partial<Quest>): Partial<Quest> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
