import puppeteer, { type KeyInput } from 'puppeteer-core'
import type { Engine } from '../../tools/engines.mjs'
import type { Driver, LaunchOptions } from './driver.ts'
import { environment, windowSize } from './surroundings.ts'

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function launchPuppeteer({ name, programs }: Engine, { dark = false }: LaunchOptions): Promise<Driver> {
  const isFirefox = name === 'Firefox'
  const browser = await puppeteer.launch({
    browser: isFirefox ? 'firefox' : 'chrome',
    executablePath: programs['browser'] ?? '',
    defaultViewport: windowSize,
    env: environment,
    // Debian's Chromium refuses its sandbox to root; nothing but our own pages is opened here.
    args: isFirefox ? [] : ['--no-sandbox', '--lang=en-GB'],
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 },
  })
  // Firefox gives its focus to a page that is opened, not to the one that is there from the beginning.
  const page = await browser.newPage()
  if (!isFirefox) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }])
  const key = async (input: KeyInput, modifier?: KeyInput) => {
    if (modifier !== undefined) await page.keyboard.down(modifier)
    await page.keyboard.press(input)
    if (modifier !== undefined) await page.keyboard.up(modifier)
  }
  return {
    async open(url) {
      await page.goto(url)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: (expression) => page.evaluate(expression),
    move: ({ x, y }) => page.mouse.move(x, y),
    press: () => page.mouse.down(),
    release: () => page.mouse.up(),
    type: (text) => page.keyboard.type(text),
    // By WebDriver BiDi a key is named by what it writes.
    key: (name) => key(name === 'Space' ? ' ' : name),
    selectAll: () => key('KeyA', 'Control'),
    async chooseFile(selector, path) {
      const input = await page.waitForSelector(selector)
      await input?.toElement('input').then((field) => field.uploadFile(path))
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
