import puppeteer from 'puppeteer-core'
import { environment, windowSize, type Driver } from './driver.ts'

/** Firefox by WebDriver BiDi, which it speaks itself: Debian has no geckodriver. It asks for dark pages. */
export async function launchFirefox(
  { browser: executablePath = '' }: Record<string, string>,
  preferences: Record<string, unknown> = {},
): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: windowSize,
    env: environment,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB, en',
      'layout.css.prefers-color-scheme.content-override': 0,
      ...preferences,
    },
  })
  // Firefox gives its focus to a page that is opened, not to the one that is there from the beginning.
  const page = await browser.newPage()
  return {
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: (expression) => page.evaluate(expression),
    move: ({ x, y }) => page.mouse.move(x, y),
    press: () => page.mouse.down(),
    release: () => page.mouse.up(),
    type: (text) => page.keyboard.type(text),
    async chooseFile(selector, path) {
      const input = await page.waitForSelector(selector)
      await input?.toElement('input').then((field) => field.uploadFile(path))
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
