import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as en from './en.ts'

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^texts\//.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))

const app = sourcesIn('app')
const quoted = new Set(
  [...app, ...sourcesIn('domain')].flatMap((source) =>
    [...source.matchAll(/['"`](\w+)['"`]/g)].map(([, name]) => name),
  ),
)

test.each(Object.entries(en))('each text of %s is shown', (section, texts) => {
  const code = app.filter((source) => source.includes(`'#texts/${section}'`)).join('\n')
  // A name in quotes may be looked up, as a text of its own or with `Text` behind it.
  const isNamed = (name: string) =>
    new RegExp(String.raw`\b${name}\b`).test(code) || quoted.has(name) || quoted.has(name.replace(/Text$/, ''))
  expect(Object.keys(texts).filter((name) => !isNamed(name))).toEqual([])
})
