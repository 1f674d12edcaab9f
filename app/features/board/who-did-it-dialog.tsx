import { withAvatarProps } from '#app/lib/text/avatar-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { FacesDialog } from '#app/ui/overlays/faces-dialog.tsx'
import { board } from '#texts/board'
import { common } from '#texts/common'
import { quests } from '#texts/quests'
import { useCompleteMovedQuest, type AskedAfterMove } from './use-complete-after-move.ts'

export type WhoDidItDialogProps = { asked: AskedAfterMove; onClose: () => void }

/**
 * Asks which assignee did a quest that was moved into the last column. If closed without a choice, the quest is only
 * moved.
 */
export function WhoDidItDialog({ asked: { quest, lastColumn, day, assignees, doneBy }, onClose }: WhoDidItDialogProps) {
  const wasMoved = quest.columnId !== lastColumn
  const { mutate: complete, completing } = useCompleteMovedQuest(wasMoved ? board.movedOnly : common.error)
  return (
    <FacesDialog
      title={quests.whoDidIt}
      description={quests.questForGems(quest.title, quest.gemValue)}
      people={assignees.map(withAvatarProps)}
      done={new Set(doneBy)}
      chosen={completing}
      footer={
        wasMoved && (
          <Button variant="quiet" onClick={onClose}>
            {board.nobody}
          </Button>
        )
      }
      onChoose={({ id }) => complete({ quest, lastColumn, memberId: id, day }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
