import { useId, type ComponentProps } from 'react'
import './drawing.css'

export type Mood = 'idle' | 'cheering' | 'puzzled'

export type DrawingProps = ComponentProps<'svg'> & { mood?: Mood }

/** The text of an SVG file as `of`; `mood` hides what has its class `not-…`. Decoration, unless told otherwise. */
export function Drawing({ of, mood = 'idle', children, ...rest }: DrawingProps & { of: string }) {
  const id = useId()
  const [, viewBox, content = ''] = /viewBox="(.*?)"(.*<\/)svg>/s.exec(of) ?? []
  // Several of one drawing have gradients of their own: that of a hidden one would paint nothing.
  const __html = `<g${content.replaceAll(/id="|url\(#/g, (before) => before + id)}g>`
  return (
    <svg viewBox={viewBox} fill="none" aria-hidden data-mood={mood} {...rest}>
      {/* Files of our own; nothing in them was typed by anybody. */}
      <g dangerouslySetInnerHTML={{ __html }} />
      {children}
    </svg>
  )
}
