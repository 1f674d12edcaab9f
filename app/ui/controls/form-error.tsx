import { CircleAlert } from 'lucide-react'

/** An error of saving a form or a card that belongs to no field; read out when it appears. */
export function FormError({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null
  return (
    <p role="alert" className="text-danger flex items-start gap-1.5 text-left text-sm font-semibold">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{sentence}</span>
    </p>
  )
}
