import { useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { FamilyId } from '#domain/contract/ids.ts'
import { latinLetterOf } from '#app/lib/device/latin-key.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { questDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { questSearch } from '#texts/questSearch'

const QuestSearch = lazyWithPreload(() => import('#app/features/quests/quest-search.tsx'))
const QuestDialogs = lazyWithPreload(() => import('#app/features/quests/quest-dialogs.tsx'))

/** Opens the search over quests, by a press, or with Ctrl or Cmd K while no dialog is open. */
export function QuestSearchButton({ familyId }: { familyId: FamilyId }) {
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState<() => void>()
  const { pathname } = useLocation()
  // Mission Control shows the dialogs about quests itself.
  const hasDialog = useAtomValue(questDialogAtom) !== null && !pathname.startsWith('/parent')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latinLetterOf(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  // After the search has given the focus back, so that the next dialog gives it back there, too.
  useEffect(() => {
    if (choice !== undefined) setTimeout(choice)
  }, [choice])
  const close = (choose?: () => void) => {
    setOpen(false)
    setChoice(() => choose)
  }
  return (
    <>
      <IconButton
        label={questSearch.label}
        icon={<Search aria-hidden />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {/* Another page closes what is open. */}
      <ErrorBoundary key={pathname} fallback={null}>
        <Suspense fallback={null}>
          {isOpen && <QuestSearch familyId={familyId} onClose={close} />}
          {hasDialog && <QuestDialogs familyId={familyId} />}
        </Suspense>
      </ErrorBoundary>
    </>
  )
}
