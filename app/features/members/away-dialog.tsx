import { useState } from 'react'
import { absenceReasons, NewAbsence } from '#domain/contract/absences.ts'
import { Day } from '#domain/contract/days.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { plusDays } from '#domain/rules/days.ts'
import { countDue } from '#domain/rules/occurrences.ts'
import { spokenName } from '#app/lib/text/avatar-props.ts'
import { serverSentence } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { RadioField, segment, segments } from '#app/ui/controls/radio-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { common } from '#texts/common'
import { away } from '#texts/away'

export type AwayDialogProps = {
  familyId: FamilyId
  members: readonly FamilyMember[]
  onClose: () => void
}

const all = 'all'
const reasons = [...absenceReasons, 'none'] as const

/** Plans days on which nothing is due: for whom, from when until when, and why. A week for all at first. */
export default function AwayDialog({ familyId, members, onClose }: AwayDialogProps) {
  const { today, quests, columns, ...clock } = useQuests()
  const [who, setWho] = useState<string>(all)
  const [days, setDays] = useState<Record<'startsOn' | 'endsOn', string>>({
    startsOn: today,
    endsOn: plusDays(today, 6),
  })
  const [reason, setReason] = useState<(typeof reasons)[number]>('🏖️')
  const add = useCommand('addAbsence', { failure: () => away.saveFailed })
  const { data } = NewAbsence.safeParse({
    ...days,
    memberId: who === all ? null : who,
    reason: reason === 'none' ? null : reason,
  })
  const of = data?.memberId == null ? undefined : new Set([data.memberId])
  const due = data && countDue({ quests, columns }, data, { ...clock, today }, of)
  const sentence = due === undefined ? '' : away.notDue(due)
  useAnnounced(sentence)
  return (
    <FormDialog
      title={away.plan}
      description={away.hint}
      size="small"
      submitLabel={add.isPending ? common.saving : common.save}
      busy={add.isPending}
      disabled={data === undefined}
      onSubmit={() => data && add.mutate({ familyId, body: data }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Select
        label={away.who}
        value={who}
        onValueChange={setWho}
        options={[
          { value: all, label: away.everyone },
          ...members.map((member) => ({ value: member.id as string, label: spokenName(member) })),
        ]}
      />
      <div className="grid grid-cols-2 gap-3 tiny:grid-cols-1">
        {(['startsOn', 'endsOn'] as const).map((name) => (
          <TextField
            key={name}
            label={away[name]}
            type="date"
            required
            min={name === 'startsOn' ? today : days.startsOn}
            value={days[name]}
            error={name === 'endsOn' && isReversed(days) ? away.reversed : undefined}
            onChange={({ currentTarget }) => setDays({ ...days, [name]: currentTarget.value })}
          />
        ))}
      </div>
      <RadioField
        label={away.reason}
        value={reason}
        onValueChange={setReason}
        className={segments}
        optionClassName={segment}
        options={reasons.map((value) => ({
          value,
          name: away.reasons[value],
          content: <span>{value === 'none' ? away.reasons.none : `${value} ${away.reasons[value]}`}</span>,
        }))}
      />
      {sentence !== '' && <p className="text-muted text-sm">{sentence}</p>}
      <FormError sentence={serverSentence(add.error)} />
    </FormDialog>
  )
}

const isReversed = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) =>
  Day.safeParse(startsOn).success && Day.safeParse(endsOn).success && endsOn < startsOn
