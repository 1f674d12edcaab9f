import type { ComponentProps } from 'react'

/** One cut gem. Decoration: the number beside it says how many. */
export function GemMark(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden {...props}>
      <path d="M6.8 3.5h10.4L22 9.6 12 21.5 2 9.6l4.8-6.1Z" fill="#12a594" />
      <path d="M6.8 3.5 2 9.6h5.6L6.8 3.5Z" fill="#5fe0cd" />
      <path d="M17.2 3.5 22 9.6h-5.6l.8-6.1Z" fill="#0b8a7a" />
      <path d="M7.6 9.6h8.8L12 3.5 7.6 9.6Z" fill="#a5f3e7" />
      <path d="M7.6 9.6 12 21.5 2 9.6h5.6Z" fill="#2cc3b0" />
      <path d="M16.4 9.6 12 21.5 22 9.6h-5.6Z" fill="#087265" />
      <path d="M6.8 3.5h10.4L12 3.5 7.6 9.6l-.8-6.1Z" fill="#3fd8c2" />
    </svg>
  )
}
