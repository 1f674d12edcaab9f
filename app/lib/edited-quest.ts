import type { QueryClient } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { TakenBack } from '#domain/contract/quest-completions.ts'
import type { EditedQuest } from '#domain/contract/quests.ts'
import { locale } from '#app/texts/language.ts'
import { quests as texts } from '#texts/quests'
import { hear } from './family-news.ts'
import { membersQuery } from './queries.ts'
import { askAboutGems } from './use-completion.ts'

/** Puts the answer to a move or an edit into what is cached of the family; returns what was taken back by it. */
export function hearEdited(client: QueryClient, familyId: FamilyId, edited: EditedQuest): readonly TakenBack[] {
  const { completed: _completed, takenBack = [], ...quest } = edited
  const revision = quest.version
  for (const { gems: _gems, owed: _owed, ...completion } of takenBack) hear(client, familyId, { type: 'completion.deleted', revision, completion })
  hear(client, familyId, { type: 'quest.saved', revision, quest })
  return takenBack
}

/** What a toast says when gems were taken back, and from whom; undefined when none were. Asks for their balances. */
export function takenBackWords(client: QueryClient, familyId: FamilyId, takenBack: readonly TakenBack[]): { title: string; description: string } | undefined {
  if (takenBack.length === 0) return undefined
  const memberIds = takenBack.map(({ memberId }) => memberId)
  void askAboutGems(client, familyId, memberIds)
  const members = client.getQueryData(membersQuery(familyId).queryKey) ?? []
  const said = takenBack.flatMap(({ memberId, gems, owed }) => {
    const member = members.find(({ id }) => id === memberId)
    return member === undefined ? [] : [texts.takenBackOf(member.displayName, gems, owed)]
  })
  return { title: texts.takenBack, description: new Intl.ListFormat(locale).format(said) }
}
