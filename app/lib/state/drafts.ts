import { allowed } from '#app/state/allowed.ts'

/** The fields of a form that were changed and not saved, by name. */
export type DraftFields = Readonly<Record<string, unknown>>

const storageKey = 'drafts'

/**
 * The unsaved entries of this tab, by form. Kept in the tab's storage, so that a reload finds them; where storage is
 * blocked, they last as long as the page.
 */
let drafts = stored()

function stored(): Readonly<Record<string, DraftFields>> {
  const value: unknown = allowed(() => JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export const draftOf = (form: string): DraftFields | undefined => drafts[form]

/** Keeps the changed fields of a form; none forgets the draft. */
export function keepDraft(form: string, fields: DraftFields): void {
  const isEmpty = Object.keys(fields).length === 0
  if (isEmpty && drafts[form] === undefined) return
  const { [form]: _, ...others } = drafts
  keep(isEmpty ? others : { ...others, [form]: fields })
}

/** Forgets all drafts, for the next person on this device. */
export const forgetDrafts = (): void => keep({})

function keep(next: typeof drafts): void {
  drafts = next
  allowed(() =>
    Object.keys(drafts).length === 0
      ? sessionStorage.removeItem(storageKey)
      : sessionStorage.setItem(storageKey, JSON.stringify(drafts)),
  )
}
