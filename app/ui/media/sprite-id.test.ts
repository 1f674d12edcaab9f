import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { questIcons } from '#domain/contract/quests.ts'
import { rewardIcons } from '#domain/contract/rewards.ts'
import { spriteIdOf } from './sprite-id.ts'

const sprite = readFileSync(new URL('./offered-icons.svg', import.meta.url), 'utf8')
const symbols = new Set(Array.from(sprite.matchAll(/<symbol id="([^"]+)"/g), ([, id]) => id))

test('every icon that quests and rewards offer is drawn in our own file, and no other one is in it', () => {
  const ids = [...questIcons, ...rewardIcons].map(spriteIdOf)
  expect(ids).not.toContain(undefined)
  expect(new Set(ids)).toEqual(symbols)
})

test('an icon is found with and without the sign that asks for colours', () => {
  expect(spriteIdOf('🛏')).toBe('1f6cf')
  expect(spriteIdOf('🛏️')).toBe('1f6cf')
})

test('any other emoji is left to the font', () => {
  for (const icon of ['🦄', '👨‍👩‍👧', 'A', '']) expect(spriteIdOf(icon)).toBeUndefined()
})

test('our file names its author, and requests no server', () => {
  expect(sprite).toContain('CC-BY 4.0')
  expect(sprite.replace('http://www.w3.org/2000/svg', '').replace(/<!--.*?-->/, '')).not.toMatch(
    /https?:|<script|<image|<style/,
  )
})
