import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldMessages } from './field-messages.ts'

/** Lets react-hook-form validate with a schema of the contract. */
export function resolverOf<Input extends FieldValues, Output extends FieldValues>(
  schema: Pick<z.ZodMiniType<Output, Input>, 'safeParse'>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors = Object.entries(fieldMessages(result.error)).map(([field, message]) => [
      field,
      { type: 'contract', message },
    ])
    // The error's fields belong to the schema, which its type does not express.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input> }
  }
}
