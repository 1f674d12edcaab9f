import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useActingMember } from '#app/lib/state/unsent.ts'
import { lossQuestionAtom } from '#app/lib/state/may-leave.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { common } from '#texts/common'

/** Asks, before somebody leaves, whether to lose what has not arrived. */
export default function LossQuestion() {
  const question = useAtomValue(lossQuestionAtom)
  // Keeps the words while the dialog fades out.
  const [last, setLast] = useState(question)
  if (question !== undefined && question !== last) setLast(question)
  const acting = useActingMember()
  const name = useFamilyPart('members').find(({ id }) => id === acting)?.displayName ?? common.somebody
  return (
    <AlertDialog
      open={question !== undefined}
      onOpenChange={(open) => open || question?.answer(false)}
      title={common.deedsNotArrived(last?.count ?? 0, name)}
      description={common.waitOrLose}
      cancelLabel={common.wait}
      confirmLabel={common.loseDeeds}
      destructive
      onConfirm={() => question?.answer(true)}
    />
  )
}
