import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { hasNameOf } from '#app/lib/text/avatar-props.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { family } from '#texts/family'

/** Says, while a name is typed, that somebody else of the family than `of` has it. */
export function useNamesakeHint(displayName: string, of?: string): string | undefined {
  const namesake = useFamilyPart('members').find((member) => member.id !== of && hasNameOf(member, { displayName }))
  const hint = namesake && family.namesake(namesake.displayName)
  useAnnounced(hint)
  return hint
}
