// A datalist shows texts alone.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useSetAtom } from 'jotai'
import { Copy, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { pageSizes, textLimits } from '#domain/contract/constants.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { withArchived } from '#domain/rules/family-state.ts'
import { doneSince, isArchived, questsInOrder } from '#domain/rules/quests.ts'
import { findQuests } from '#domain/rules/search.ts'
import { draftOf, keepDraft } from '#app/lib/state/drafts.ts'
import { updateServerState, useFamilyPart } from '#app/lib/state/family-store.ts'
import { questDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'
import { withAvatarProps } from '#app/lib/text/avatar-props.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { QuestIcon } from '#app/ui/layout/quest-row.tsx'
import { AvatarStack } from '#app/ui/media/avatar-stack.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { common } from '#texts/common'
import { quests as questTexts } from '#texts/quests'
import { questSearch as texts } from '#texts/questSearch'
import { useArchiveSearch } from './use-archive-search.ts'

export type QuestSearchProps = {
  familyId: FamilyId
  /** Closes the search, then calls `choose`. */
  onClose: (choose?: () => void) => void
}

type Option = { key: string; content: ReactNode; isDefault: boolean; choose: () => void }

/** Finds the family's quests by their titles, at once those that are known here, then the archived ones. */
export default function QuestSearch({ familyId, onClose }: QuestSearchProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const openDialog = useSetAtom(questDialogAtom)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const title = typed.trim()
  const { quests, columns, today } = useQuests()
  const members = useFamilyPart('members')
  const since = doneSince(today)
  const known = findQuests(quests, title)
  const archive = useArchiveSearch(familyId, title, since)
  const read = findQuests(archive.data ?? [], title).filter((quest) => known.every(({ id }) => id !== quest.id))
  const open = known.filter((quest) => !isArchived(quest, since)).slice(0, pageSizes.foundQuests)
  const done = questsInOrder([...known.filter((quest) => isArchived(quest, since)), ...read], 'done')
  const archived = done.slice(0, pageSizes.foundQuests)

  const rowOf = (quest: Quest, place: string | undefined, choose: () => void, action?: ReactNode): Option => ({
    key: quest.id,
    isDefault: action === undefined,
    choose,
    content: (
      <>
        <QuestIcon icon={quest.icon} isQuiet={false} />
        <span className="min-w-0 flex-1 leading-snug">
          <span translate="no" dir="auto" className="block font-bold wrap-anywhere">
            {quest.title}
          </span>{' '}
          <span translate={action === undefined ? 'no' : undefined} className="text-muted block text-sm wrap-anywhere">
            {place}
          </span>
        </span>
        {action}
        <AvatarStack people={membersOf(quest.assigneeIds, members).map(withAvatarProps)} most={2} />
      </>
    ),
  })
  const options: Option[] = [
    ...open.map((quest) =>
      rowOf(quest, columns.find(({ id }) => id === quest.columnId)?.title, () =>
        openDialog({ kind: 'edit', questId: quest.id }),
      ),
    ),
    ...archived.map((quest) =>
      rowOf(
        quest,
        texts.archived,
        () => {
          updateServerState((state) => withArchived(state, [quest]))
          openDialog({ kind: 'duplicate', questId: quest.id })
        },
        <span className="text-muted flex items-center gap-1 text-sm font-semibold">
          <Copy aria-hidden className="size-4" />
          <span>{questTexts.duplicate}</span>
        </span>,
      ),
    ),
    {
      key: 'add',
      isDefault: true,
      choose: () => {
        const form = `quest ${familyId}`
        const draft = draftOf(form)
        // The typed title has priority over that of a draft.
        if (draft) keepDraft(form, { ...draft, title })
        openDialog({ kind: 'create', title })
      },
      content: (
        <>
          <span className="bg-grape-soft text-grape grid size-8 place-items-center rounded-control">
            <Plus aria-hidden className="size-5" />
          </span>
          <span dir="auto" className="min-w-0 flex-1 font-bold wrap-anywhere">
            {texts.add(title)}
          </span>
        </>
      ),
    },
  ]
  const shown = title === '' ? [] : options
  const active = shown.find(({ key }) => key === chosen) ?? shown.find(({ isDefault }) => isDefault)
  const optionId = ({ key }: Option) => `${id}-${key}`
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (active === undefined) return
    if (step !== undefined) {
      event.preventDefault()
      setChosen(shown.at((shown.indexOf(active) + step) % shown.length)?.key)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      onClose(active.choose)
    }
  }
  const count = open.length + archived.length
  const note = title !== '' && (count > 0 || !archive.isLoading) && texts.found(count)
  useAnnounced(archive.isFailed ? texts.failed : !archive.isLoading && note)

  return (
    <Dialog open onOpenChange={() => onClose()} title={texts.label}>
      <div className="flex flex-col gap-2">
        <TextField
          ref={field}
          label={texts.title}
          hideLabel
          placeholder={texts.title}
          data-autofocus
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={textLimits.title}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <p className="text-muted min-h-6 px-1 text-sm font-semibold">{note}</p>
        {archive.isFailed && (
          <div className="bg-sunken flex flex-wrap items-center justify-between gap-2 rounded-control px-3">
            <p className="py-1 text-sm font-semibold">{texts.failed}</p>
            <Button
              variant="bare"
              onClick={() => {
                // The pressed button goes.
                field.current?.focus()
                archive.tryAgain()
              }}
            >
              {common.tryAgain}
            </Button>
          </div>
        )}
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={texts.results}
          // No tab stop of its own in Firefox, because the field moves through it.
          tabIndex={-1}
          className="h-72 overflow-y-auto overscroll-contain"
        >
          {shown.map((option) => (
            <button
              type="button"
              key={option.key}
              id={optionId(option)}
              role="option"
              tabIndex={-1}
              aria-selected={option === active}
              onClick={() => onClose(option.choose)}
              className={cn(
                'touch hover:bg-sunken flex w-full items-center gap-3 rounded-control px-3 py-2 text-left outline-offset-[-3px]',
                option === active && 'bg-grape-soft outline-1',
              )}
            >
              {option.content}
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
