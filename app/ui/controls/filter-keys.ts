/** The keys that press, each with the fields in which it writes. */
const pressingKeys: Partial<Record<string, string>> = { Enter: 'textarea', ' ': 'input, textarea', Escape: '_' }

/**
 * Takes from all handlers the keys of an input method that composes a text, and the repeats of a key that presses: they
 * would submit the form that it opened. A held key writes on where it was pressed.
 */
export function filterKeys(): void {
  let pressedOn: EventTarget | null
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, target } = event
    const fields = pressingKeys[key]
    // Safari's Enter comes after the composition that it ends, with this code alone.
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
    else if (!repeat) pressedOn = target
    else if (fields !== undefined && !(target === pressedOn && (target as Element).matches(fields))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
}
