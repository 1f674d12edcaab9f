import type { FamilyId } from '#domain/contract/ids.ts'
import { withFace } from '#app/lib/text/face-of.ts'
import { Button } from '#app/ui/button.tsx'
import { FacesDialog } from '#app/ui/faces-dialog.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'
import { useCompleteMovedQuest, type AskedAfterMove } from './use-complete-after-move.ts'

export type WhoDidItDialogProps = { familyId: FamilyId; asked: AskedAfterMove; onClose: () => void }

/** Asks which assignee did a quest that was moved into the last column. Closed without an answer, it is only moved. */
export function WhoDidItDialog({ familyId, asked: { quest, lastColumn, day, assignees, doneBy }, onClose }: WhoDidItDialogProps) {
  const { mutate: complete, isPending, variables } = useCompleteMovedQuest(familyId)
  return (
    <FacesDialog
      title={quests.whoDidIt}
      description={quests.questForGems(quest.title, quest.gemValue)}
      people={assignees.map(withFace)}
      done={new Set(doneBy)}
      chosen={isPending ? variables.member.id : undefined}
      footer={
        quest.columnId === lastColumn ? undefined : (
          <Button look="quiet" onClick={onClose}>
            {board.nobody}
          </Button>
        )
      }
      onChoose={(member) => complete({ quest, lastColumn, member, day }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
