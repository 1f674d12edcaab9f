import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The attributes and elements that make a live region, in JSX and in objects of properties. */
const regions =
  /aria-live|aria-atomic|<output|role=\{?[^\n]*["'](?:alert|status|log|timer)["']|role: ["'](?:alert|status|log|timer)["']/

// `announce` has screen readers say what appears: a second region would say it twice, or in the middle of a sentence.
test('the app has one live region', () => {
  const found = sourceFiles
    .filter((file) => file.startsWith('app/') && /\.tsx?$/.test(file) && regions.test(readFileSync(file, 'utf8')))
    .toSorted()
  expect(found).toEqual(['app/ui/feedback/announcer.tsx'])
})
