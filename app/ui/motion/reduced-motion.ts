/** True when the system's setting or our own switch reduces motion; for code outside of components. */
export function prefersReducedMotion(): boolean {
  return (
    document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}
