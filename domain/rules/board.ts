import type { FamilyEvent } from '../contract/events.ts'
import type { FamilyMember } from '../contract/family-members.ts'
import type { QuestColumn } from '../contract/quest-columns.ts'
import type { QuestId } from '../contract/ids.ts'
import type { Quest, QuestPatch } from '../contract/quests.ts'

/** All that live news can change on a family's board. */
export type Board = {
  columns: readonly QuestColumn[]
  quests: readonly Quest[]
  members: readonly FamilyMember[]
  /** Revision at which something was deleted, by id: an older copy of it never comes back. */
  gone: Readonly<Record<string, number>>
}

export const emptyBoard: Board = { columns: [], quests: [], members: [], gone: {} }

/**
 * The board after `event`. News may arrive late or twice, and an answer may come after the
 * broadcast of the same change: of two copies of a thing the higher version always wins, so every
 * order of the same events ends in the same board.
 */
export function applyEvent(board: Board, event: FamilyEvent): Board {
  switch (event.type) {
    case 'quest.saved':
      return withList(board, 'quests', saved(board.quests, event.quest, board.gone))
    case 'column.saved':
      return withList(board, 'columns', saved(board.columns, event.column, board.gone))
    case 'member.saved':
      return withList(board, 'members', saved(board.members, event.member, board.gone))
    case 'quest.deleted':
      return deleted(board, 'quests', event.questId, event.revision)
    case 'column.deleted':
      return deleted(board, 'columns', event.columnId, event.revision)
    case 'member.deleted':
      return deleted(board, 'members', event.memberId, event.revision)
    case 'family.saved':
    case 'completion.saved':
    case 'completion.deleted':
    case 'gems.changed':
    case 'reward.saved':
    case 'reward.deleted':
    case 'redemption.saved':
      return board
  }
}

type Entity = { id: string; version: number }

function saved<T extends Entity>(list: readonly T[], entity: T, gone: Board['gone']): readonly T[] {
  if ((gone[entity.id] ?? -1) >= entity.version) return list
  const index = list.findIndex((known) => known.id === entity.id)
  if (index === -1) return [...list, entity]
  const known = list[index]
  if (known !== undefined && known.version >= entity.version) return list
  return list.with(index, entity)
}

function withList<Key extends 'columns' | 'quests' | 'members'>(board: Board, key: Key, list: Board[Key]): Board {
  return board[key] === list ? board : { ...board, [key]: list }
}

function deleted(board: Board, key: 'columns' | 'quests' | 'members', id: string, revision: number): Board {
  if ((board.gone[id] ?? -1) >= revision) return board
  const kept: readonly Entity[] = board[key].filter((known: Entity) => known.id !== id || known.version > revision)
  return { ...board, [key]: kept, gone: { ...board.gone, [id]: revision } }
}

/**
 * The board as it will be if the server agrees: shown at once, under the version that is known, so
 * that the answer and any other news win over it.
 */
export function guess(board: Board, questId: QuestId, patch: QuestPatch): Board {
  const quests = board.quests.map((quest) => (quest.id === questId ? { ...quest, ...defined(patch) } : quest))
  return { ...board, quests }
}

/** Takes a guess back that the server refused; news that came in the meantime stays. */
export function takeBack(board: Board, before: Quest): Board {
  const quests = board.quests.map((quest) => (quest.id === before.id && quest.version === before.version ? before : quest))
  return { ...board, quests }
}

function defined(patch: QuestPatch): Partial<Quest> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

/** True when news between `seen` and `revision` was missed and the board must be fetched anew. */
export function isGap(seen: number, revision: number): boolean {
  return revision > seen + 1
}
