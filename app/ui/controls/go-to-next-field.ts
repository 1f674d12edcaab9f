import type { KeyboardEvent } from 'react'

/** Return in a field whose key says "next" goes to the next empty field; without one it submits the form. */
export function goToNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const { enterKeyHint, form } = event.currentTarget
  if (event.key !== 'Enter' || enterKeyHint !== 'next') return
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  const next = fields.slice(fields.indexOf(event.currentTarget) + 1).find(({ value }) => !value)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
