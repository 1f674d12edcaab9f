import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { draftOf, keepDraft, type DraftFields } from './drafts.ts'

export type Draft = {
  /** The form shows what was typed before. */
  isRestored: boolean
  /** Goes back to the values without the draft. */
  startOver: () => void
  /** Forgets the draft when the call that saves it succeeds, also when the form is gone by then. */
  sent: (saving: Promise<unknown>) => void
}

/** Fields that are not kept, because they are secrets. */
const secrets: ReadonlySet<string> = new Set(['pin', 'password'])

/** Keeps what differs from `values` in a form until it is saved, and shows it when the form opens again. */
export function useDraft<Input extends FieldValues, Output extends FieldValues>(
  key: string,
  form: UseFormReturn<Input, unknown, Output>,
  values: Input,
): Draft {
  const [isRestored, setRestored] = useState(() => draftOf(key) !== undefined)
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })
  useEffect(() => {
    for (const [name, value] of Object.entries(draftOf(key) ?? {}))
      if (name in latest.current && isAlike(value, latest.current[name]))
        form.setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(key, changed(values, latest.current)),
    })
  }, [key, form])
  return {
    isRestored,
    startOver() {
      form.reset(latest.current, { keepDirtyValues: false, keepErrors: false })
      keepDraft(key, {})
      setRestored(false)
      // The pressed button is gone.
      form.setFocus(Object.keys(values)[0] as Path<Input>)
    },
    sent(saving) {
      const sent = draftOf(key)
      // Something may be typed while the call is under way.
      const forget = () => draftOf(key) === sent && keepDraft(key, {})
      saving.then(forget, () => {})
    },
  }
}

/** True when a value can stand in a field: another version of the app may have stored it. */
const isAlike = (value: unknown, inForm: unknown): boolean =>
  inForm === null ||
  value === null ||
  (typeof value === typeof inForm && Array.isArray(value) === Array.isArray(inForm))

function changed(values: FieldValues, unchanged: FieldValues): DraftFields {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name in unchanged && !secrets.has(name) && JSON.stringify(value) !== JSON.stringify(unchanged[name]),
    ),
  )
}
