import { useState } from 'react'
import { gemLimits } from '#domain/contract/constants.ts'
import type { Family } from '#domain/contract/families.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { NumberField } from '#app/ui/controls/number-field.tsx'
import { common } from '#texts/common'
import { learning } from '#texts/learning'

/** Lets a parent choose the gems for the first practice of a day: none, or a few. */
export function PracticeGemsForm({ family }: { family: Family }) {
  const [typed, setTyped] = useState<number>()
  const gems = typed ?? family.practiceGems
  const save = useCommand('editFamily', {
    success: (saved) => learning.practiceEarns(saved.practiceGems),
    failure: learning.practiceGemsFailed,
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { familyId: family.id, body: { practiceGems: gems } },
          { onSuccess: (saved) => setTyped((typed) => (typed === saved.practiceGems ? undefined : typed)) },
        )
      }}
      className="flex max-w-full min-w-0 flex-wrap items-start gap-2"
    >
      <NumberField
        label={learning.practiceGems}
        hint={learning.practiceGemsHint}
        value={gems}
        onValueChange={(gems) => setTyped(gems === family.practiceGems ? undefined : gems)}
        max={gemLimits.practice}
        className="w-56 max-w-full min-w-0 sm:w-72"
      />
      <Button
        type="submit"
        variant="soft"
        busy={save.isPending}
        disabled={gems === family.practiceGems}
        // Beside the input, below its label.
        className="mt-6.5"
      >
        {save.isPending ? common.saving : common.save}
      </Button>
    </form>
  )
}
