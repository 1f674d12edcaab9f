import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = ['app/features', 'app/shell', 'app/ui']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))

/** A text of the family's own as the only content of an element: the element's tag, and the text. */
const ownTexts =
  /<(\w[^<>]*(?:=>[^<>]*)*)>\s*\{((?:\w+\.)*(?:displayName|(?:quest|column|reward|wish)\.title|(?:person|family)\.name))\}/g

const places = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(ownTexts)].map(([, tag = '', text = '']) => ({ file, tag, text })),
)

test('the texts of a family are found in elements', () => expect(places.length).toBeGreaterThan(20))

test.each(places)('$file: $text has a direction of its own', ({ tag }) =>
  expect(tag).toMatch(/^bdi\b|\bdir=("auto"|\{)/),
)
