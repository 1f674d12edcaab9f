import type { QueryClient } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { TakenBack } from '#domain/contract/quest-completions.ts'
import { locale } from '#app/texts/language.ts'
import { quests as texts } from '#texts/quests'
import { membersQuery } from '#app/lib/api/queries.ts'

/** What a toast says when gems were taken back, and from whom; undefined when none were. */
export function takenBackWords(
  client: QueryClient,
  familyId: FamilyId,
  takenBack: readonly TakenBack[] = [],
): { title: string; description: string } | undefined {
  if (takenBack.length === 0) return undefined
  const members = client.getQueryData(membersQuery(familyId).queryKey) ?? []
  const said = takenBack.flatMap(({ memberId, gems, owed }) => {
    const member = members.find(({ id }) => id === memberId)
    return member === undefined ? [] : [texts.takenBackOf(member.displayName, gems, owed)]
  })
  return { title: texts.takenBack, description: new Intl.ListFormat(locale).format(said) }
}
