import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folders = ['app', 'bench', 'deploy', 'domain', 'e2e', 'edge-functions', 'embedded', 'supabase', 'testing', 'tools']
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.(?:tsx?|mjs|sql|css)$/.test(file) && !/node_modules|lint-fixtures|plain-comments/.test(file))

/** The text of a comment that is a line of its own, or begins one. */
const comment = /^\s*(?:\/\/|\{?\/?\*\*?|--)\s+(.*)$/

// A clause in place of a subject hides who does what.
const clauses = /^(?:Who|Whoever|Whom|What|Where|Of) /
const images = /\b(?:anew|whoever|whomever)\b/i

test.each([
  ['begins with a clause in place of a verb or a noun', clauses],
  ['has a word that plain English says otherwise', images],
])('no comment %s', (_, pattern) => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(comment.exec(line)?.[1] ?? '') ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
