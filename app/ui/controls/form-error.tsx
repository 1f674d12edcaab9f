import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { announceFormError } from '#app/state/announce.ts'

/** An error of saving a form or a card that belongs to no field; read out when it appears. */
export function FormError({ sentence }: { sentence: string | undefined }) {
  useEffect(() => {
    if (sentence !== undefined) announceFormError(sentence)
  }, [sentence])
  return sentence === undefined ? null : <ErrorText text={sentence} />
}

/** The look of an error. */
export function ErrorText({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className="text-danger flex items-start gap-1.5 text-left text-sm font-semibold">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  )
}
