import type { ComponentProps } from 'react'

/** Read out, not drawn. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
