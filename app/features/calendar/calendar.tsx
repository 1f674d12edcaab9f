import type { FamilyId } from '#domain/contract/ids.ts'

export type CalendarProps = { familyId: FamilyId }

export function Calendar(_: CalendarProps) {
  return <section aria-label="Calendar" />
}
