import { withAvatarProps } from '#app/lib/text/avatar-props.ts'
import { useCompletion } from '#app/lib/state/use-completion.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { FacesDialog } from '#app/ui/overlays/faces-dialog.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'
import { announcePut, boardCompletion, type AskedWhoDidIt } from './use-move.ts'

export type WhoDidItDialogProps = { asked: AskedWhoDidIt; onClose: () => void }

/** Asks which assignee did a quest before it comes to the last column. Closed without a choice, it stays. */
export function WhoDidItDialog({ asked: { quest, lastColumn, day, assignees, doneBy }, onClose }: WhoDidItDialogProps) {
  const { complete, move, completing } = useCompletion(boardCompletion())
  const moveAlone = () => {
    announcePut(quest, lastColumn)
    move({ questId: quest.id, body: { columnId: lastColumn, completedBy: null } })
    onClose()
  }
  return (
    <FacesDialog
      title={quests.whoDidIt}
      description={quests.questForGems(quest.title, quest.gemValue)}
      people={assignees.map(withAvatarProps)}
      done={new Set(doneBy)}
      chosen={completing}
      footer={
        quest.columnId !== lastColumn && (
          <Button variant="quiet" onClick={moveAlone}>
            {board.nobody}
          </Button>
        )
      }
      onChoose={({ id }) => complete({ quest, memberId: id, day }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
