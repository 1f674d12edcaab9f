import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles.filter((file) => !file.includes('plain-comments'))

/** The text of a comment that is a line of its own, or begins one. */
const comment = /^\s*(?:\/\/|\{?\/?\*\*?|--)\s+(.*)$/

// A clause in place of a subject hides who does what.
const clauses = /^(?:Who|Whoever|Whom|What|Where|Of) /
const images = /\b(?:anew|whoever|whomever|the hand)\b/i
// A function returns. In tests a server, a person and a game may answer.
const returns = /^Answers\b/
const isTest = (file: string) => /\.test\.|^e2e\/|testing\//.test(file)

test.each<[fault: string, pattern: RegExp, isMeant?: (file: string) => boolean]>([
  ['begins with a clause in place of a verb or a noun', clauses],
  ['has a word that plain English says otherwise', images],
  ['says "answers" for "returns"', returns, (file: string) => !isTest(file)],
])('no comment %s', (_, pattern, isMeant = () => true) => {
  const found = files.filter(isMeant).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(comment.exec(line)?.[1] ?? '') ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
