import { Fragment, type ReactNode } from 'react'

/** A sentence with something to see or to touch in it: `filled('Or {link}.', { link: <Link … /> })`. */
export function filled(sentence: string, parts: Record<string, ReactNode>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((piece, at) => <Fragment key={at}>{at % 2 === 0 ? piece : parts[piece]}</Fragment>)
}
