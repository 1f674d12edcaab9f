import { Fragment, type ReactElement } from 'react'

/**
 * A sentence with something to see or to touch in it: `filled('Or {link}.', { link: <Link … /> })`. What changes in it is an element; another sentence is
 * another element, because the words between cannot be changed where a browser has translated them.
 */
export function filled(sentence: string, parts: Record<string, ReactElement>): ReactElement {
  return (
    <span key={sentence} data-sentence>
      {sentence.split(/\{(\w+)\}/).map((piece, at) => (
        <Fragment key={at}>{at % 2 === 0 ? piece : parts[piece]}</Fragment>
      ))}
    </span>
  )
}
