import { readFileSync } from 'node:fs'
import type { Selection, TestKind } from './stage.ts'

/**
 * The tests of each kind that `patterns` name, in any case. A pattern that is part of the path of a test file selects such files;
 * all others are parts of a test's name, in their order.
 */
export function selectTests(kinds: readonly TestKind[], patterns: readonly string[]): { kind: TestKind; selection: Selection }[] {
  const all = kinds.flatMap((kind) => kind.files())
  const paths = patterns.filter((pattern) => all.some((file) => has(file, pattern)))
  const words = patterns.filter((pattern) => !paths.includes(pattern))
  const isSelected = (file: string) => (paths.length === 0 || paths.some((path) => has(file, path))) && words.every((word) => mayName(file, word))
  return kinds.map((kind) => ({ kind, selection: { files: kind.files().filter(isSelected), words } })).filter(({ selection }) => selection.files.length > 0)
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** Whether a test of the file may have that in its name, which may be put together while it runs: each word stands in the file. */
function mayName(file: string, pattern: string): boolean {
  const text = readFileSync(file, 'utf8')
  return pattern.split(/[^\p{L}\p{N}]+/u).every((word) => has(text, word))
}
