import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import { columnsInOrder } from '#domain/rules/columns.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { membersQuery } from '#app/lib/api/queries.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { quests as texts } from '#texts/quests'
import { QuestDialog } from './quest-dialog.tsx'
import { useDeleteQuest } from './use-quest-mutations.ts'

/** The dialogs about quests, whichever screen asked for them. */
export default function QuestDialogs({ familyId }: { familyId: FamilyId }) {
  const [asked, setAsked] = useAtom(questDialogAtom)
  const [doomed, setDoomed] = useAtom(questToDeleteAtom)
  const { quests, columns } = useQuests(familyId)
  const { data: members } = useQuery(membersQuery(familyId))
  const remove = useDeleteQuest()

  const edited = asked?.kind === 'edit' ? quests?.find((quest) => quest.id === asked.questId) : undefined
  const toDelete = quests?.find((quest) => quest.id === doomed)
  const hasNoColumn = asked?.kind === 'create' && columns?.length === 0
  // Somebody else may delete the quest while its dialog is open here.
  const isGone = asked?.kind === 'edit' && quests !== undefined && edited === undefined
  useEffect(() => {
    if (!hasNoColumn && !isGone) return
    const description = hasNoColumn ? texts.noColumns : texts.deletedElsewhere
    toast({ title: common.error, description, destructive: true })
    setAsked(null)
  }, [hasNoColumn, isGone, setAsked])

  const canOpen = asked !== null && columns !== undefined && columns.length > 0 && members !== undefined && !isGone
  return (
    <>
      {canOpen && (
        <QuestDialog
          key={asked.kind === 'edit' ? asked.questId : 'new'}
          familyId={familyId}
          quest={edited}
          columns={columnsInOrder(columns)}
          columnId={asked.kind === 'create' ? asked.columnId : undefined}
          members={members}
          onClose={() => setAsked(null)}
        />
      )}
      {toDelete && (
        <AlertDialog
          open
          onOpenChange={(open) => open || setDoomed(null)}
          title={texts.deleteQuest}
          description={texts.deleteQuestion(toDelete.title)}
          confirmLabel={remove.isPending ? common.deleting : common.delete}
          destructive
          busy={remove.isPending}
          onConfirm={() => remove.mutate(toDelete.id, { onSettled: () => setDoomed(null) })}
        />
      )}
    </>
  )
}
