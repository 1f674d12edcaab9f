import { ESLint } from 'eslint'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { css, floor, isSupported } from './browser-floor/floor.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const eslint = new ESLint({ cwd: root, overrideConfigFile: 'tools/browser-floor/eslint.config.mjs' })

const rulesBroken = async (filePath: string, text: string) =>
  (await eslint.lintText(text, { filePath }))[0]?.messages.map(({ ruleId, message }) => ruleId ?? message)

test.each([
  ['Map.groupBy([], f)', 'scripts/apis'],
  ['AbortSignal.any([one, other])', 'scripts/apis'],
  ['new OffscreenCanvas(1, 1)', 'scripts/apis'],
  ['text.isWellFormed()', 'scripts/apis'],
  ['bytes.toHex()', 'scripts/apis'],
  ['/(?<=:)a/.test(text)', 'es/no-regexp-lookbehind-assertions'],
  ['RegExp("(?<!:)a")', 'es/no-regexp-lookbehind-assertions'],
  ['class Root { static { Root.known = 1 } }', 'es/no-class-static-block'],
  ['element.animate([], { easing: `linear(${points})` })', 'scripts/easings'],
])('what the oldest browsers lack is found in a script: %s', async (script, rule) => {
  expect(await rulesBroken('dist/a.js', script)).toEqual([rule])
})

test.each([
  'AbortSignal.timeout(1)',
  'names.toSorted().at(-1)',
  'structuredClone(names)',
  'element.checkVisibility?.()',
  'const easing = CSS.supports("animation-timing-function", "linear(0, 1)") ? "linear(0, 0.5, 1)" : "ease-out"',
  'const Map = { groupBy: f }; Map.groupBy([])',
])('what they have is let through: %s', async (script) => {
  expect(await rulesBroken('dist/a.js', script)).toEqual([])
})

test.each([
  ['@media (width >= 40rem) { a { color: red } }', 'styles/features'],
  [':root { --ease: linear(0, 1) }', 'styles/features'],
  ['a { color: light-dark(red, blue) }', 'styles/features'],
  ['a { user-select: none }', 'styles/features'],
])('and in a style: %s', async (style, rule) => {
  expect(await rulesBroken('dist/a.css', style)).toEqual([rule])
})

test.each([
  '@media (min-width: 40rem) { a { color: red } }',
  '@container (width >= 40rem) { a { color: red } }',
  '@supports (color: light-dark(red, blue)) { a { color: light-dark(red, blue) } }',
  'a { -webkit-user-select: none; user-select: none }',
])('but not what they have, or are asked for: %s', async (style) => {
  expect(await rulesBroken('dist/a.css', style)).toEqual([])
})

test('the page that says a browser is too old goes by what the oldest ones have, and older ones lack', () => {
  const condition =
    /@supports (.*) \{\s*\.too-old \{\s*display: none/.exec(readFileSync(`${root}/app/theme.css`, 'utf8'))?.[1] ?? ''
  const properties = condition.split(' and ').map((part) => /^\(([a-z-]+): ([a-z-]+|1)\)$/.exec(part)?.slice(1) ?? [])
  const features = properties.flatMap(
    ([property = '', value = '']) =>
      (css.properties?.[property]?.[value] ?? css.properties?.[property])?.__compat ?? [],
  )
  expect(features).toHaveLength(3)
  const isShownIn = (browser: string, version: number) =>
    features.some((feature) => !isSupported(feature, browser, version))
  for (const [browser, version] of Object.entries(floor))
    expect([browser, isShownIn(browser, version)]).toEqual([browser, false])
  for (const [browser, version] of [
    ['safari', 15.6],
    ['safari_ios', 15.6],
    ['chrome', 110],
    ['edge', 110],
    ['firefox', 125],
  ] as const) {
    expect([browser, isShownIn(browser, version)]).toEqual([browser, true])
  }
})
