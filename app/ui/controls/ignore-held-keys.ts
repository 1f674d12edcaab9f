/** The keys that press, each with the fields in which it writes. */
const pressingKeys: Partial<Record<string, string>> = { Enter: 'textarea', ' ': 'input, textarea', Escape: '_' }

/** Makes a held key press once: its repeats would submit the form that it opened. It writes on where it was pressed. */
export function ignoreHeldKeys(): void {
  let pressedOn: EventTarget | null
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, target } = event
    const fields = pressingKeys[key]
    if (!repeat) pressedOn = target
    else if (fields !== undefined && !(target === pressedOn && (target as Element).matches(fields))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
}
