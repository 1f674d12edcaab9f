import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles.filter((file) => /\.tsx?$/.test(file))

const exported = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm

test('no two files export a type of the same name', () => {
  const filesOf = new Map<string, string[]>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(exported))
      filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  expect(filesOf.size).toBeGreaterThan(200)
  expect([...filesOf].filter(([, inFiles]) => new Set(inFiles).size > 1)).toEqual([])
})
