import type { FamilyFrameContext } from './family-frame-context.ts'
import { MemberFilter } from './member-filter.tsx'
import { QuestSearchButton } from './quest-search-button.tsx'

export type HeaderToolsProps = {
  frame: FamilyFrameContext
  /** The header is the one row of a phone's Mission Control. */
  isRow: boolean
}

/** What a parent's header has beside its menus. */
export default function HeaderTools({ frame: { family, members }, isRow }: HeaderToolsProps) {
  return (
    <>
      {isRow && <MemberFilter members={members} />}
      <QuestSearchButton familyId={family.id} />
    </>
  )
}
