import { Plus } from 'lucide-react'
import { useSetAtom } from 'jotai'
import type { Membership } from '#domain/contract/families.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { questDialogAtom } from '#app/lib/open-dialogs.ts'
import { useLiveBoard } from '#app/lib/use-live-board.ts'
import { Button } from '#app/ui/button.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Kanban, kanbanIcon } from './kanban.tsx'

export type ParentDashboardProps = {
  family: Membership['family']
  /** The signed-in user's own member. */
  me: MemberId
  memberId: MemberId
}

/** Mission Control: where parents plan. */
export function ParentDashboard({ family, me }: ParentDashboardProps) {
  useLiveBoard(family)
  const openDialog = useSetAtom(questDialogAtom)
  return (
    <div className="flex h-[calc(100dvh-4rem)] min-h-128 flex-col gap-3 p-4 pb-0 sm:gap-4 sm:p-6 sm:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div>
          <h1 className="text-2xl sm:text-3xl">Mission Control</h1>
          <p className="text-muted text-sm font-semibold sm:text-base">Family Quest Board</p>
        </div>
        <Button onClick={() => openDialog({ kind: 'create' })}>
          <Plus aria-hidden />
          Create Quest
        </Button>
      </div>
      <Tabs
        label="Views of the family's quests"
        value="kanban"
        onValueChange={() => {}}
        className="min-h-0 flex-1"
        tabs={[{ value: 'kanban', label: 'Kanban Board', icon: kanbanIcon, content: <Kanban family={family} me={me} /> }]}
      />
    </div>
  )
}
