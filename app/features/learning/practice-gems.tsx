import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mostPracticeGems, type Family } from '#domain/contract/families.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { Button } from '#app/ui/button.tsx'
import { NumberField } from '#app/ui/number-field.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { learning } from '#texts/learning'

/** Gems for play are a parent's choice: none, or a few for the first practice of a day. */
export function PracticeGems({ family }: { family: Family }) {
  const [typed, setTyped] = useState<number>()
  const gems = typed ?? family.practiceGems
  const save = useMutation({
    mutationFn: (practiceGems: number) => call('editFamily', { familyId: family.id }, { practiceGems }),
    onSuccess: (saved) => {
      setTyped((typed) => (typed === saved.practiceGems ? undefined : typed))
      toast({ title: common.success, description: learning.practiceEarns(saved.practiceGems) })
    },
    onError: (error) => toast({ title: common.error, description: sentenceFrom(error, learning.practiceGemsFailed), destructive: true }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(gems)
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <NumberField
        label={learning.practiceGems}
        hint={learning.practiceGemsHint}
        value={gems}
        onValueChange={(gems) => setTyped(gems === family.practiceGems ? undefined : gems)}
        max={mostPracticeGems}
        className="w-56"
      />
      <Button type="submit" look="soft" busy={save.isPending} disabled={gems === family.practiceGems} className="mb-7">
        {save.isPending ? common.saving : common.save}
      </Button>
    </form>
  )
}
