import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { undoSeconds } from '#domain/contract/constants.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { withCurrentColumns } from '#domain/rules/quests.ts'
import { columnsInOrder } from '#domain/rules/columns.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'
import { familyState, useServerPart, useFamilyPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { questDialog } from '#texts/questDialog'
import { quests as texts } from '#texts/quests'
import { QuestDialog } from './quest-dialog.tsx'
import { copyOf } from './quest-fields.ts'

/** The dialogs about quests, for all screens that open them. */
export default function QuestDialogs({ familyId }: { familyId: FamilyId }) {
  const [asked, setAsked] = useAtom(questDialogAtom)
  const [questToDeleteId, setQuestToDeleteId] = useAtom(questToDeleteAtom)
  const { quests: _shown, completions, ...context } = useQuests()
  const { columns } = context
  const saved = useServerPart('quests')
  const members = useFamilyPart('members')
  const remove = useCommand('deleteQuest', { success: questDialog.deleted, failure: questDialog.deleteFailed })

  const add = useCommand('addQuest', {
    success: ({ id }) => ({
      title: common.success,
      description: questDialog.duplicated,
      holds: () => familyState().quests.some((quest) => quest.id === id),
      action: { label: common.edit, onAction: () => setAsked({ kind: 'edit', questId: id }) },
      duration: undoSeconds.screen * 1000,
    }),
    failure: questDialog.createFailed,
  })

  const askedId = asked?.kind === 'create' ? undefined : asked?.questId
  const savedQuest = saved.find(({ id }) => id === askedId)
  const [edited] = withCurrentColumns(savedQuest ? [savedQuest] : [], completions, context)
  useEffect(() => {
    if (asked?.kind !== 'duplicate' || savedQuest === undefined) return
    setAsked(null)
    add.mutate({ familyId, body: copyOf(savedQuest, columns, context) })
  })
  const toDelete = saved.find((quest) => quest.id === questToDeleteId)
  const hasNoColumn = asked?.kind === 'create' && columns.length === 0
  // Another device may delete the quest while its dialog is open.
  const isGone = askedId !== undefined && edited === undefined
  useEffect(() => {
    if (!hasNoColumn && !isGone) return
    const description = hasNoColumn ? questDialog.noColumns : questDialog.deletedElsewhere
    toast({ title: common.error, description, destructive: true })
    setAsked(null)
  }, [hasNoColumn, isGone, setAsked])

  const canOpen = asked !== null && asked.kind !== 'duplicate' && columns.length > 0 && !isGone
  return (
    <>
      {canOpen && (
        <QuestDialog
          key={asked.kind === 'edit' ? asked.questId : 'new'}
          familyId={familyId}
          quest={edited}
          columns={columnsInOrder(columns)}
          columnId={asked.kind === 'create' ? asked.columnId : undefined}
          day={asked.kind === 'create' ? asked.day : undefined}
          title={asked.kind === 'create' ? asked.title : undefined}
          members={members}
          onClose={() => setAsked(null)}
        />
      )}
      {toDelete && (
        <AlertDialog
          open
          onOpenChange={(open) => open || setQuestToDeleteId(null)}
          title={texts.deleteQuest}
          description={questDialog.deleteQuestion(toDelete.title)}
          confirmLabel={remove.isPending ? common.deleting : common.delete}
          destructive
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ questId: toDelete.id }, { onSettled: () => setQuestToDeleteId(null) })}
        />
      )}
    </>
  )
}
