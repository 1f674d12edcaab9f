import { globSync, readFileSync } from 'node:fs'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { cn } from './cn.ts'

const whole = extendTailwindMerge({ extend: { theme: { radius: ['control', 'card', 'tile'], shadow: ['lift'] } } })

it('merges every two classes of the app as the whole of tailwind-merge does', () => {
  const classes = classesOf(
    globSync('app/**/*.{ts,tsx}', { exclude: ['app/texts/**', 'app/ui/cn.ts', '**/*.test.*'] }).map((file) => readFileSync(file, 'utf8')),
  )
  expect(classes.length).toBeGreaterThan(500)
  const differences: string[] = []
  for (const one of oneOfEachGroup(classes)) {
    for (const other of classes) {
      if (one === other) continue
      const wrong = [`${one} ${other}`, `${other} ${one}`].find((both) => cn(both) !== whole(both))
      if (wrong === undefined) continue
      differences.push(`${wrong}: "${cn(wrong)}", not "${whole(wrong)}"`)
      break
    }
  }
  expect(differences).toEqual([])
})

it('lets a modifier stand beside the class without it', () => {
  expect(cn('p-2 sm:p-4 [&_svg]:size-5', 'p-3 hover:p-2 [&_svg]:size-7')).toBe('sm:p-4 p-3 hover:p-2 [&_svg]:size-7')
})

/** The words in `sources` that tailwind-merge knows, without their modifiers: of a class it knows, it keeps one of two. */
function classesOf(sources: readonly string[]): string[] {
  const words = sources.flatMap((source) => source.split(/[\s'"`]+/).map((word) => word.replace(/^.*:(?![^[(]*[\])])/, '')))
  return [...new Set(words)].filter((word) => /^-?[a-z]/.test(word) && whole(`${word} ${word}`) === word).toSorted()
}

function oneOfEachGroup(classes: readonly string[]): string[] {
  const found: string[] = []
  for (const each of classes) if (!found.some((one) => whole(`${one} ${each}`) === each && whole(`${each} ${one}`) === one)) found.push(each)
  return found
}
