import { common } from '#texts/common'
import { Button } from '../controls/button.tsx'

export type DraftNoteProps = { draft: { isRestored: boolean; startOver: () => void } }

/** Says that a form shows what was typed before, and offers to start over. */
export function DraftNote({ draft: { isRestored, startOver } }: DraftNoteProps) {
  if (!isRestored) return null
  return (
    <p className="bg-sunken flex flex-wrap items-center justify-between gap-x-3 rounded-control pr-1 pl-3 text-sm">
      <span>{common.draftKept}</span>
      <Button variant="bare" className="text-grape" onClick={startOver}>
        {common.startOver}
      </Button>
    </p>
  )
}
