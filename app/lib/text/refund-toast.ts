import type { RevokedCompletion } from '#domain/contract/completions.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { locale } from '#app/texts/page-language.ts'
import { quests as texts } from '#texts/quests'

/** The toast that names the members from whom gems were taken back; undefined when none were. */
export function refundToast(
  takenBack: readonly RevokedCompletion[] = [],
): { title: string; description: string } | undefined {
  if (takenBack.length === 0) return undefined
  const { members } = familyState()
  const lines = takenBack.flatMap(({ memberId, gems, owed }) => {
    const member = members.find(({ id }) => id === memberId)
    return member === undefined ? [] : [texts.takenBackOf(member.displayName, gems, owed)]
  })
  return { title: texts.takenBack, description: new Intl.ListFormat(locale).format(lines) }
}
