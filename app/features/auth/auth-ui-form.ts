/** Chosen by auth-ui-react: the message of a refusal has this attribute, the one of a success has not. */
const refusal = "[color='danger']"

/**
 * Gives a form that auth-ui-react has drawn what our own have beyond it: no bubbles of the browser's
 * own, and errors that belong to their field. Answers how to let go of it.
 */
export function refine(form: HTMLFormElement, input: HTMLInputElement, noteId: string, hintId: string | undefined): () => void {
  form.noValidate = true
  input.autocomplete = input.type === 'password' ? 'new-password' : 'email'
  input.autocapitalize = 'none'
  input.spellcheck = false
  // React writes the type again with each key; of a shown password it would make dots.
  Object.defineProperty(input, 'type', { configurable: true, get: () => input.getAttribute('type'), set: () => {} })
  const tie = () => {
    const error = form.querySelector(refusal)
    describe(input, error === null ? hintId : noteId)
    if (error === null) input.removeAttribute('aria-invalid')
    else if (error.id === '') {
      error.id = noteId
      input.setAttribute('aria-invalid', 'true')
      input.focus()
    }
  }
  const observer = new MutationObserver(tie)
  observer.observe(form, { childList: true, subtree: true })
  tie()
  return () => observer.disconnect()
}

function describe(input: HTMLInputElement, id: string | undefined): void {
  if (id === undefined) input.removeAttribute('aria-describedby')
  else input.setAttribute('aria-describedby', id)
}
