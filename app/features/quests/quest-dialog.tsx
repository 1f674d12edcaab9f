import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Controller, useWatch } from 'react-hook-form'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import { gemLimits } from '#domain/contract/constants.ts'
import { NewQuest, questDefaults, type Quest } from '#domain/contract/quests.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { refundToast } from '#app/lib/text/refund-toast.ts'
import { savedToast } from '#app/lib/text/saved-toast.ts'
import { draftOf, keepDraft } from '#app/lib/state/drafts.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { NumberField } from '#app/ui/controls/number-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { Textarea } from '#app/ui/controls/textarea.tsx'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { common } from '#texts/common'
import { isolated } from '#app/texts/isolated.ts'
import { questDialog } from '#texts/questDialog'
import { quests } from '#texts/quests'
import { AssigneePicker } from './assignee-picker.tsx'
import { IconPicker } from './icon-picker.tsx'
import { iconForTitle } from './icon-words.ts'
import { LineChips, type LinePart } from './line-chips.tsx'
import { useIcons } from './load-icons.ts'
import { fieldsOf, newQuest, scheduleFields, withoutOthers } from './quest-fields.ts'
import { RecurringPicker } from './recurring-picker.tsx'
import { useLineReader } from './use-line-reader.ts'
import { PeriodPicker, SchedulePicker, type Schedule, type SchedulePickerProps } from './schedule-picker.tsx'

const gemPresets = [5, 10, 20, 50]

export type QuestDialogProps = {
  familyId: FamilyId
  /** The quest to edit; missing for a new one. */
  quest: Quest | undefined
  /** The columns in order, at least one. */
  columns: readonly QuestColumn[]
  /** The column in which a new quest was requested. */
  columnId: ColumnId | undefined
  /** The day in which a new quest was requested. */
  day: Day | undefined
  /** The title with which a new quest was requested. */
  title: string | undefined
  members: readonly FamilyMember[]
  onClose: () => void
}

export function QuestDialog({ familyId, quest, columns, columnId, day, title, members, onClose }: QuestDialogProps) {
  const add = useCommand('addQuest', {
    success: ({ title }, { body }) => savedToast(questDialog.created, title, body),
    failure: questDialog.createFailed,
  })
  const edit = useCommand('moveOrEditQuest', {
    // The toast about gems taken back replaces the usual one, because only one is shown.
    success: ({ title, takenBack }, { body }) => refundToast(takenBack) ?? savedToast(questDialog.updated, title, body),
    failure: quests.updateFailed,
  })
  const busy = add.isPending || edit.isPending
  const draftKey = `quest ${quest?.id ?? familyId}`
  const isNew = quest === undefined
  const { today, dayOf } = useFamilyClock()
  // The title of a new quest is a line that may say more. What was chosen by hand has priority over its words.
  const [line, setLine] = useState('')
  const [askedTitle, setAskedTitle] = useState(title)
  const [isLiteral, setLiteral] = useState(false)
  const [isTimeAsked, setTimeAsked] = useState(false)
  const read = useLineReader(isNew && !isLiteral, members, today)
  const { title: readTitle, ...understood } = read(line)
  const icons = useIcons(isNew && line !== '')
  const [isIconChosen, setIconChosen] = useState(() => draftOf(draftKey)?.['icon'] !== undefined)
  const [offeredIcon, setOfferedIcon] = useState<string>(questDefaults.icon)
  const titleIcon = iconForTitle(readTitle, icons ?? []) ?? questDefaults.icon
  if (!isIconChosen && titleIcon !== offeredIcon) setOfferedIcon(titleIcon)
  const unchosen = isNew
    ? { ...newQuest(columns, columnId, members, day, askedTitle), icon: offeredIcon, ...understood }
    : fieldsOf(quest)
  const schema: Pick<typeof NewQuest, 'safeParse'> = {
    safeParse: (typed) => {
      const fields = typed as typeof unchosen
      return NewQuest.safeParse({ ...fields, title: read(fields.title).title })
    },
  }
  const { form, touched, draft } = useLiveForm(schema, unchosen, draftKey)
  useEffect(() => {
    const follow = () => setLine(form.getValues('title'))
    follow()
    return form.subscribe({ name: 'title', formState: { values: true }, callback: follow })
  }, [form])
  const startOver = () => {
    setAskedTitle(undefined)
    setIconChosen(false)
    setLiteral(false)
    setTimeAsked(false)
    draft.startOver()
  }
  // The column whose button was pressed has priority over that of a draft.
  useEffect(() => {
    if (quest !== undefined || columnId === undefined || form.getValues('columnId') === columnId) return
    form.setValue('columnId', columnId)
  }, [form, quest, columnId])
  const { register, control, handleSubmit, formState } = form
  // A chosen column or member may be deleted meanwhile: shows and saves the remaining choice; an empty one counts as no
  // choice.
  const isColumn = (chosen: string) => columns.some(({ id }) => id === chosen)
  const left = <Id extends string>(chosen: readonly Id[]) =>
    chosen.filter((id) => members.some((member: { id: string }) => member.id === id))
  const save = (staysOpen: boolean) =>
    handleSubmit(({ columnId, assigneeIds: chosen, ...others }) => {
      const assigneeIds = left(chosen)
      const fields = {
        ...others,
        ...(isColumn(columnId) && { columnId }),
        ...(assigneeIds.length > 0 && { assigneeIds }),
      }
      if (quest === undefined) {
        const body = withoutOthers({ ...unchosen, ...fields })
        if (staysOpen) return goToNextLine(add.mutateAsync({ familyId, body }))
        // Not called when the dialog is closed by then: another one may be open.
        return draft.sent(add.mutateAsync({ familyId, body }, { onSuccess: onClose }))
      }
      const patch = withoutOthers(touched(fields), fields.recurring)
      if (Object.keys(patch).length === 0) return onClose()
      draft.sent(edit.mutateAsync({ questId: quest.id, body: patch }, { onSuccess: onClose }))
    })
  const { errors } = formState
  const [targetTime, recurring] = useWatch({ control, name: ['targetTime', 'recurring'] })
  const [weekdays, timesPerWeek, dueOn, startsOn, endsOn] = useWatch({ control, name: scheduleFields })
  const [chosenIds, gemValue, icon] = useWatch({ control, name: ['assigneeIds', 'gemValue', 'icon'] })
  const schedule: Schedule = {
    recurring: recurring ?? 'once',
    weekdays,
    timesPerWeek,
    dueOn: dueOn as DayOrNot,
    startsOn: startsOn as DayOrNot,
    endsOn: endsOn as DayOrNot,
  }
  const setSchedule: SchedulePickerProps['onValueChange'] = (name, value) =>
    form.setValue(name as 'dueOn', value as DayOrNot, { shouldDirty: true, shouldTouch: true })
  const hasErrorBelow = [errors.description, errors.columnId, errors.targetTime].some((error) => error !== undefined)
  // What is set shows: of the quest, or of a draft.
  const [startsOpen] = useState(() => {
    const { description, targetTime, startsOn, endsOn } = form.getValues()
    return description !== '' || [targetTime, startsOn, endsOn].some((set) => set != null)
  })

  const goToNextLine = (saving: Promise<unknown>) => {
    const typed = draftOf(draftKey) ?? {}
    startOver()
    saving.catch(() => {
      // A line that was begun since has priority over the one that was refused.
      if (draftOf(draftKey) !== undefined) return
      // Also where the dialog is closed by now.
      keepDraft(draftKey, typed)
      for (const [name, value] of Object.entries(typed))
        form.setValue(name as 'title', value as string, { shouldDirty: true })
    })
  }
  const saveLine = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // An empty line after the last one is no quest.
    if (line.trim() !== '') void save(true)()
  }
  const parts = useRef<HTMLDivElement>(null)
  const goTo = (part: LinePart) => {
    if (part === 'time') flushSync(() => setTimeAsked(true))
    const within = (selector: string) =>
      parts.current?.querySelector<HTMLElement>(`[data-part=${part}] :is(${selector})`)
    ;(within('input:checked, [aria-pressed=true]') ?? within('input, select, button'))?.focus()
  }

  return (
    <FormDialog
      title={quest === undefined ? questDialog.createTitle : quests.editQuest}
      submitLabel={
        quest === undefined
          ? busy
            ? common.creating
            : questDialog.createQuest
          : busy
            ? common.saving
            : common.saveChanges
      }
      busy={busy}
      draft={{ ...draft, startOver }}
      onSubmit={(event) => void save(false)(event)}
      onClose={onClose}
    >
      <div ref={parts} className="flex flex-col gap-2">
        <TextField
          label={questDialog.title}
          data-autofocus={isNew || undefined}
          placeholder={questDialog.titleExample(
            (members.find(({ role }) => role === 'kid') ?? members[0])?.displayName ?? '',
          )}
          autoComplete="off"
          error={errors.title?.message}
          {...(isNew && { onKeyDown: saveLine })}
          {...register('title')}
        />
        {Object.keys(understood).length > 0 && (
          <LineChips
            title={readTitle}
            assignees={members.filter(({ id }) => chosenIds.includes(id))}
            schedule={schedule}
            targetTime={targetTime}
            gemValue={gemValue}
            icon={icon}
            onChange={goTo}
            onKeep={() => {
              setLiteral(true)
              form.setFocus('title')
            }}
          />
        )}
        <Part name="assignees">
          <Controller
            control={control}
            name="assigneeIds"
            render={({ field, fieldState }) => (
              <AssigneePicker
                members={members}
                value={left(field.value).length > 0 ? left(field.value) : unchosen.assigneeIds}
                isPreselected={isNew && !fieldState.isDirty && understood.assigneeIds === undefined}
                onValueChange={field.onChange}
                error={errors.assigneeIds?.message}
              />
            )}
          />
        </Part>
        <Part name="repeats">
          <Controller
            control={control}
            name="recurring"
            render={({ field }) => <RecurringPicker value={field.value ?? 'once'} onValueChange={field.onChange} />}
          />
        </Part>
        <Part name="days">
          <SchedulePicker
            value={schedule}
            onValueChange={setSchedule}
            made={quest === undefined ? today : dayOf(quest.createdAt)}
            today={today}
          />
        </Part>
        <Part name="gems">
          <Controller
            control={control}
            name="gemValue"
            render={({ field }) => (
              <NumberField
                label={questDialog.gems}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                step={5}
                presets={gemPresets}
                className="flex-row flex-wrap items-center gap-x-3"
                max={gemLimits.value}
                error={errors.gemValue?.message}
              />
            )}
          />
        </Part>
        <Part name="icon">
          <Controller
            control={control}
            name="icon"
            render={({ field }) => (
              <IconPicker
                offered={isNew ? offeredIcon : undefined}
                value={field.value}
                onValueChange={(icon) => {
                  setIconChosen(true)
                  field.onChange(icon)
                }}
              />
            )}
          />
        </Part>
        <Disclosure
          // A part with an error opens, and one that is asked for.
          key={`${hasErrorBelow} ${isTimeAsked}`}
          label={questDialog.more}
          startsOpen={startsOpen || hasErrorBelow || isTimeAsked}
          className="-mx-3"
        >
          <div className="flex flex-col gap-3 px-3 pb-1">
            <Textarea
              label={questDialog.description}
              hint={questDialog.optional}
              rows={2}
              autoComplete="off"
              error={errors.description?.message}
              {...register('description')}
            />
            <Controller
              control={control}
              name="columnId"
              render={({ field }) => (
                <Select
                  label={questDialog.column}
                  value={isColumn(field.value) ? field.value : unchosen.columnId}
                  onValueChange={field.onChange}
                  options={columns.map((column) => ({
                    value: column.id,
                    label: `${column.emoji} ${isolated(column.title)}`,
                    name: column.title,
                  }))}
                  error={errors.columnId?.message}
                />
              )}
            />
            <Part name="time">
              <Controller
                control={control}
                name="targetTime"
                render={({ field }) => (
                  // Controlled, because the browser reports a half-typed time as '', and setting '' again would clear it.
                  <TextField
                    {...field}
                    label={questDialog.targetTime}
                    type="time"
                    value={field.value ?? ''}
                    onChange={(event) => field.onChange(event.currentTarget.value || null)}
                    // Repeats the time in the page's language, because the browser draws the field in its own.
                    hint={targetTime ? timeOfDay(targetTime) : questDialog.optional}
                    error={errors.targetTime?.message}
                  />
                )}
              />
            </Part>
            {recurring !== 'once' && <PeriodPicker value={schedule} onValueChange={setSchedule} />}
          </div>
        </Disclosure>
      </div>
    </FormDialog>
  )
}

/** A part that a chip of the line leads to. */
function Part({ name, children }: { name: LinePart; children: ReactNode }) {
  return <div data-part={name}>{children}</div>
}

/** A field of the form has no brand. */
type DayOrNot = Day | null | undefined
