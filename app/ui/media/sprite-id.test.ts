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

test('a white icon lies on a lilac bubble, because it is drawn on white as well', () => {
  const bubble = '<circle cx="18" cy="18" r="18" fill="#8f6cf0"/>'
  const isWhite = (fill = '') => [1, 3, 5].every((at) => parseInt(fill.slice(at, at + 2), 16) > 0xd8)
  const drawn = Array.from(sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g), ([, id, body = '']) => ({
    id,
    isOnBubble: body.startsWith(bubble),
    fill: /fill="([^"]+)"/.exec(body.replace(bubble, ''))?.[1],
  }))
  const white = drawn.filter(({ fill }) => isWhite(fill))
  expect(white.map(({ id }) => id).toSorted()).toEqual(['1f37d', '1f9b7', '26bd'])
  expect(white.filter(({ isOnBubble }) => !isOnBubble)).toEqual([])
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
