import { Controller } from 'react-hook-form'
import { gemLimits } from '#domain/contract/constants.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { NewReward, rewardDefaults, rewardIcons, type Reward } from '#domain/contract/rewards.ts'
import type { Body } from '#domain/contract/routes.ts'
import { serverSentence } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { savedToast } from '#app/lib/text/saved-toast.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { NumberField } from '#app/ui/controls/number-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'
import { ui } from '#texts/ui'

export type RewardDialogProps = {
  familyId: FamilyId
  /** The reward to edit; missing for a new one. */
  reward: Reward | undefined
  onClose: () => void
}

export default function RewardDialog({ familyId, reward, onClose }: RewardDialogProps) {
  return reward === undefined ? (
    <NewRewardDialog familyId={familyId} onClose={onClose} />
  ) : (
    <EditRewardDialog reward={reward} onClose={onClose} />
  )
}

function NewRewardDialog({ familyId, onClose }: Pick<RewardDialogProps, 'familyId' | 'onClose'>) {
  const add = useCommand('addReward', {
    success: ({ title }, { body }) => savedToast(rewards.created, title, body),
    failure: () => rewards.createFailed,
  })
  return (
    <RewardForm
      title={rewards.createTitle}
      submitLabel={add.isPending ? common.creating : rewards.createReward}
      busy={add.isPending}
      problem={serverSentence(add.error)}
      values={{ title: '', ...rewardDefaults }}
      draftKey={`reward ${familyId}`}
      onSave={async (fields) => await add.mutateAsync({ familyId, body: fields }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function EditRewardDialog({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const edit = useCommand('editReward', {
    success: (saved, { body }) => savedToast(rewards.updated, saved.title, body),
    failure: () => rewards.updateFailed,
  })
  const { title, icon, gemCost } = reward
  return (
    <RewardForm
      title={rewards.editReward}
      submitLabel={edit.isPending ? common.saving : common.saveChanges}
      busy={edit.isPending}
      problem={serverSentence(edit.error)}
      values={{ title, icon, gemCost }}
      draftKey={`reward ${reward.id}`}
      onSave={async (_, touched) => {
        if (Object.keys(touched).length === 0) onClose()
        else await edit.mutateAsync({ rewardId: reward.id, body: touched }, { onSuccess: onClose })
      }}
      onClose={onClose}
    />
  )
}

type Fields = Required<Omit<Body<'addReward'>, 'id'>>

type RewardFormProps = {
  title: string
  submitLabel: string
  busy: boolean
  /** The server's sentence why it did not save the reward. */
  problem: string | undefined
  values: Fields
  draftKey: string
  onSave: (fields: Fields, touched: Partial<Fields>) => Promise<unknown>
  onClose: () => void
}

function RewardForm({ title, submitLabel, busy, problem, values, draftKey, onSave, onClose }: RewardFormProps) {
  const { form, touched, draft } = useLiveForm(NewReward, values, draftKey)
  const { register, control, handleSubmit, formState } = form
  const { errors } = formState
  const submit = handleSubmit((fields) => draft.sent(onSave(fields, touched(fields))))
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busy={busy}
      draft={draft}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={rewards.rewardTitle}
        data-autofocus
        placeholder={rewards.titleExample}
        autoComplete="off"
        error={errors.title?.message}
        {...register('title')}
      />
      <Controller
        control={control}
        name="icon"
        render={({ field }) => (
          <Select
            label={rewards.icon}
            value={field.value ?? rewardDefaults.icon}
            onValueChange={field.onChange}
            options={iconChoices(values.icon ?? rewardDefaults.icon).map(([icon, name]) => ({
              value: icon,
              label: `${icon} ${name}`,
              name,
            }))}
          />
        )}
      />
      <Controller
        control={control}
        name="gemCost"
        render={({ field }) => (
          <NumberField
            label={rewards.gemCost}
            value={field.value ?? rewardDefaults.gemCost}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            step={10}
            max={gemLimits.value}
            error={errors.gemCost?.message}
          />
        )}
      />
      <FormError sentence={problem} />
    </FormDialog>
  )
}

/** The ten icons by name, after the reward's own icon if another program set a different one. */
function iconChoices(own: string): (readonly [icon: string, name: string])[] {
  const offered = rewardIcons.map((icon) => [icon, rewards.icons[icon]] as const)
  return offered.some(([icon]) => icon === own) ? offered : [[own, ui.presentIcon], ...offered]
}
