import { useForm, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type * as z from 'zod/mini'
import { resolverOf } from '#app/lib/text/form-resolver.ts'
import { useDraft } from './use-draft.ts'

/**
 * A form over data that other devices change: untouched fields follow `values`. What is typed is kept as the draft of
 * `draftKey` until it is saved.
 */
export function useLiveForm<Input extends FieldValues, Output extends FieldValues>(
  schema: Pick<z.ZodMiniType<Output, Input>, 'safeParse'>,
  values: Input,
  draftKey: string,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: resolverOf(schema),
    values,
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
  })
  // The library tracks dirty fields only for a form that reads them.
  const dirty: Readonly<Record<string, unknown>> = form.formState.dirtyFields
  // Returns only the touched fields, so that saving never overwrites newer values; `{}` when there is nothing to save.
  const touched = <Fields extends object>(fields: Fields) =>
    // Filtering keeps the types of the remaining entries.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    Object.fromEntries(Object.entries(fields).filter(([name]) => dirty[name])) as Partial<Fields>
  // Call it with the patch when that is sent, and its result with the reply: marks the saved fields as untouched,
  // except those edited since.
  const untouch = (patch: object) => {
    const sent = form.getValues()
    return (saved: Readonly<Partial<Record<keyof Input, unknown>>>) => {
      for (const name of Object.keys(patch) as Path<Input>[]) {
        if (form.getValues(name) === sent[name])
          form.resetField(name, { defaultValue: saved[name] as PathValue<Input, Path<Input>> })
      }
    }
  }
  return { form, touched, untouch, draft: useDraft(draftKey, form, values) }
}
