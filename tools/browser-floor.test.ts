import data from '@mdn/browser-compat-data' with { type: 'json' }
import { ESLint } from 'eslint'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstVersionWith, floor } from './browser-floor.mjs'

const eslint = new ESLint({ overrideConfigFile: 'tools/browser-floor.mjs' })

const faultsIn = async (filePath: string, text: string) =>
  (await eslint.lintText(text, { filePath }))[0]?.messages.length ?? 0

test.each([
  ['dist/a.js', 'Map.groupBy([], f)'],
  ['dist/a.js', 'AbortSignal.any([one, other])'],
  ['dist/a.js', 'Response.json({})'],
  ['dist/a.js', 'new OffscreenCanvas(1, 1)'],
  ['dist/a.js', 'text.isWellFormed()'],
  ['dist/a.js', 'bytes.toHex()'],
  ['dist/a.js', '/(?<=:)a/.test(text)'],
  ['dist/a.js', 'RegExp("(?<!:)a")'],
  ['dist/a.js', 'class Root { static { Root.known = 1 } }'],
  ['dist/a.js', 'element.animate([], { easing: `linear(${points})` })'],
  ['dist/a.css', '@media (width >= 40rem) { a { color: red } }'],
  ['dist/a.css', ':root { --ease: linear(0, 1) }'],
  ['dist/a.css', 'a { color: light-dark(red, blue) }'],
  ['dist/a.css', 'a { color: color-mix(in lab, red, blue) }'],
  ['dist/a.css', 'a { user-select: none }'],
])('what the oldest browsers lack is found in %s: %s', async (file, text) => {
  expect(await faultsIn(file, text)).toBeGreaterThan(0)
})

test.each([
  ['dist/a.js', 'AbortSignal.timeout(1)'],
  ['dist/a.js', 'names.toSorted().map(f).at(-1)'],
  ['dist/a.js', 'structuredClone(names)'],
  ['dist/a.js', 'const easing = CSS.supports("transition-timing-function", "linear(0, 1)") ? "linear(0, 1)" : "ease"'],
  ['dist/a.js', 'const Map = { groupBy: f }; Map.groupBy([])'],
  ['dist/a.css', '@media (min-width: 40rem) { a { color: red } }'],
  ['dist/a.css', '@container (width >= 40rem) { a { color: red } }'],
  ['dist/a.css', '@supports (color: light-dark(red, blue)) { a { color: light-dark(red, blue) } }'],
  ['dist/a.css', 'a { -webkit-user-select: none; user-select: none }'],
])('what they have, or are asked for, is let through in %s: %s', async (file, text) => {
  expect(await faultsIn(file, text)).toBe(0)
})

test('the page that says a browser is too old goes by what the oldest ones have, and older ones lack', () => {
  const [, condition = ''] =
    /@supports (.*) \{\s*\.too-old \{\s*display: none/.exec(readFileSync('app/theme.css', 'utf8')) ?? []
  const features = [...condition.matchAll(/\(([a-z-]+): ([a-z-]+|1)\)/g)].map(
    ([, property = '', value = '']) => data.css.properties?.[property]?.[value] ?? data.css.properties?.[property],
  )
  expect(features).toHaveLength(3)
  const rows = floor.map(({ browser, version }) => {
    const shownBefore = Math.max(...features.map((feature) => firstVersionWith(feature, browser)))
    return `${browser} ${version}, shown before ${shownBefore}`
  })
  expect(rows).toEqual([
    'safari 16, shown before 16',
    'safari_ios 16, shown before 16',
    'chrome 111, shown before 111',
    'edge 111, shown before 111',
    'firefox 128, shown before 126',
  ])
})
