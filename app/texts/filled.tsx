import { Fragment, type ReactElement } from 'react'

/**
 * Fills elements into a sentence: `filled('Or {link}.', { link: <Link … /> })`. Variable parts are elements, and
 * another sentence mounts another element, because React cannot update text that a browser has translated. Each part
 * has its own direction.
 */
export function filled(sentence: string, parts: Record<string, ReactElement>): ReactElement {
  return (
    <span key={sentence} data-sentence>
      {sentence.split(/\{(\w+)\}/).map((piece, at) => (
        <Fragment key={at}>{at % 2 === 0 ? piece : <bdi>{parts[piece]}</bdi>}</Fragment>
      ))}
    </span>
  )
}
