import { Gift, HandCoins, type LucideIcon } from 'lucide-react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { gemLimits } from '#domain/contract/constants.ts'
import { NewGemEntry } from '#domain/contract/gems.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { serverSentence } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { NumberField } from '#app/ui/controls/number-field.tsx'
import { equalSegments, RadioField, segment } from '#app/ui/controls/radio-field.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { common } from '#texts/common'
import { gems } from '#texts/gems'

export type GemEntryDialogProps = {
  memberId: MemberId
  name: string
  /** The member's balance; undefined while it is loading. */
  balance: number | undefined
  onClose: () => void
}

const Direction = z.enum(['give', 'take'])
const GemFields = z.extend(NewGemEntry, { direction: Direction })
const directions: readonly { value: z.infer<typeof Direction>; Icon: LucideIcon }[] = [
  { value: 'give', Icon: Gift },
  { value: 'take', Icon: HandCoins },
]

const start: z.input<typeof GemFields> = { amount: 10, reason: '', direction: 'give' }

/** Lets a parent give gems to the member called `name`, or take some. */
export default function GemEntryDialog({ memberId, name, balance, onClose }: GemEntryDialogProps) {
  const add = useCommand('addGemEntry', {
    success: ({ amount }) => (amount > 0 ? gems.wereGiven(amount, name) : gems.wereTaken(-amount, name)),
    failure: () => gems.entryFailed,
  })
  const { form, draft } = useLiveForm(GemFields, start, `gems ${memberId}`)
  const { register, control, handleSubmit, formState, watch } = form
  const [amount, direction] = watch(['amount', 'direction'])
  const submit = handleSubmit(({ direction, amount, ...entry }) =>
    draft.sent(
      add.mutateAsync(
        { memberId, body: { ...entry, amount: direction === 'give' ? amount : -amount } },
        { onSuccess: onClose },
      ),
    ),
  )
  return (
    <FormDialog
      title={gems.giveOrTake}
      {...(balance !== undefined && { description: gems.has(name, balance) })}
      size="small"
      submitLabel={add.isPending ? common.saving : gems[direction](amount)}
      busy={add.isPending}
      draft={draft}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <RadioField
        label={gems.direction}
        value={direction}
        onValueChange={(direction) => form.setValue('direction', direction, { shouldDirty: true })}
        className={equalSegments}
        optionClassName={segment}
        options={directions.map(({ value, Icon }) => ({
          value,
          name: gems.directions[value],
          content: (
            <>
              <Icon aria-hidden className="size-5" />
              <span>{gems.directions[value]}</span>
            </>
          ),
        }))}
      />
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <NumberField
            label={gems.amount}
            data-autofocus
            value={field.value}
            // The choice above decides the sign.
            onValueChange={(value) => field.onChange(Math.abs(value))}
            onBlur={field.onBlur}
            step={5}
            max={gemLimits.value}
            error={formState.errors.amount?.message}
          />
        )}
      />
      <TextField
        label={gems.reason}
        required
        placeholder={gems.reasonExample}
        autoComplete="off"
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <FormError sentence={serverSentence(add.error)} />
    </FormDialog>
  )
}
