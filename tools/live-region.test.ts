import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The attributes and elements that make a live region, in JSX and in objects of properties. */
const regions =
  /aria-live|aria-atomic|<output|role=\{?[^\n]*["'](?:alert|status|log|timer)["']|role: ["'](?:alert|status|log|timer)["']/

// `announce` has screen readers say what appears: a second region would say it twice, or in the middle of a sentence.
test('the app has one live region', () => {
  const found = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && regions.test(readFileSync(`app/${file}`, 'utf8')),
  )
  expect(found).toEqual(['ui/feedback/announcer.tsx'])
})
