/** True when the system or our own switch asks for reduced motion; for code outside of components. */
export function prefersReducedMotion(): boolean {
  return document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
