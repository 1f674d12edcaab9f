import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findEngines } from '../../tools/engines.mjs'
import { storyPort } from '../story-server.ts'
import type { ContextPool } from '../context-pool.ts'

type Cookies = Awaited<ReturnType<Awaited<ReturnType<ContextPool['take']>>['cookies']>>
type Words = string | RegExp

export type ReaderLanguage = 'en' | 'de'

const run = promisify(execFile)
const polling = { timeout: 15_000, intervals: [50] }

/** Orca and Firefox on a screen of their own; keys come from outside of both, as those of a person. */
export class Reader {
  private readonly folder = mkdtempSync(join(tmpdir(), 'bubblequest-reader-'))
  private readonly said = join(this.folder, 'said')
  private readonly env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: this.folder,
    XDG_RUNTIME_DIR: this.folder,
    SAID_FILE: this.said,
    TZ: 'Europe/Berlin',
    GSETTINGS_BACKEND: 'memory',
    GNOME_ACCESSIBILITY: '1',
    NO_AT_BRIDGE: '0',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  private readonly programs: ChildProcess[] = []
  private browser: Browser | undefined
  private page: Page | undefined
  private heardBefore = 0
  journeyBegin = 0

  async start(language: ReaderLanguage): Promise<void> {
    await expectNoOrca()
    const { folder, env } = this
    writeFileSync(this.said, '')
    mkdirSync(join(folder, 'orca'))
    copyFileSync('e2e/screen-reader/orca-customizations.py', join(folder, 'orca/orca-customizations.py'))
    Object.assign(env, { LC_ALL: language === 'de' ? 'de_DE.UTF-8' : 'C.UTF-8', LANGUAGE: language, LOCPATH: folder })
    if (language === 'de') await run('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(folder, 'de_DE.UTF-8')])
    const screen = this.spawn('Xvfb', '-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp')
    env['DISPLAY'] = `:${await firstLine(screen)}`
    env['DBUS_SESSION_BUS_ADDRESS'] = await firstLine(
      this.spawn('dbus-daemon', '--session', '--nofork', '--print-address=3'),
    )
    this.spawn('openbox')
    this.spawn('/usr/libexec/at-spi-bus-launcher', '--launch-immediately')
    this.spawn('orca', '--user-prefs', join(folder, 'orca'))
    await this.expectHeard(/./)
    this.browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: findEngines().find(({ name }) => name === 'Firefox')?.programs['browser'] ?? '',
      headless: false,
      defaultViewport: null,
      env,
      extraPrefsFirefox: {
        'accessibility.force_disabled': -1,
        'intl.accept_languages': language === 'de' ? 'de' : 'en-GB, en',
        // A game that speaks by itself is not announced.
        'media.webspeech.synth.enabled': false,
      },
    })
    await run('xdotool', ['search', '--sync', '--onlyvisible', '--class', 'firefox', 'windowactivate'], { env })
  }

  private spawn(program: string, ...args: string[]): Readable {
    const child = spawn(program, args, { env: this.env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    child.on('error', () => {})
    this.programs.push(child)
    return child.stdio[3] as Readable
  }

  async stop(): Promise<void> {
    await this.browser?.close()
    for (const program of this.programs.toReversed()) {
      // An Orca that ends late would keep the next one from starting.
      if (program.kill()) await once(program, 'exit')
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Opens an address in a browser session of its own, with these cookies. */
  async open(path: string, heading: string, cookies: Cookies = []): Promise<void> {
    this.listen()
    this.journeyBegin = this.heardBefore
    const context = await this.browser!.createBrowserContext()
    await context.setCookie(
      ...cookies.map(({ name, value, domain, path, httpOnly }) => ({ name, value, domain, path, httpOnly })),
    )
    const before = this.page
    this.page = await context.newPage()
    await this.page.goto(`http://localhost:${storyPort}${path}`)
    await before?.browserContext().close()
    await this.page.bringToFront()
    await this.expectShown(heading)
    await this.expectHeard(/^(Finished loading|.* geladen|Laden von)/)
  }

  /** From here on counts what is heard. Each key begins it again. */
  listen(): void {
    this.heardBefore = this.sentences().length
  }

  async press(...keys: string[]): Promise<void> {
    this.listen()
    await run('xdotool', ['key', '--delay', '80', ...keys], { env: this.env })
  }

  async type(text: string): Promise<void> {
    this.listen()
    await run('xdotool', ['type', '--delay', '15', text], { env: this.env })
  }

  /**
   * Presses a key until the page says that the control of that name has the focus, hears the name, and presses another
   * key there.
   */
  async goTo(name: Words, { by = 'Tab', press }: { by?: string; press?: string } = {}): Promise<void> {
    let focused = ''
    for (let pressed = 0; pressed < 60; pressed++) {
      await this.page!.evaluate(`globalThis.before = document.activeElement`)
      await this.press(by)
      // A key that moves no focus, such as End at the end, is followed by nothing.
      await soon(async () => (await this.page!.evaluate(`globalThis.before !== document.activeElement`)) === true)
      focused = String(await this.page!.evaluate(`(${nameOfFocused.toString()})()`))
      if (fits(focused, name)) {
        await this.expectHeard(name)
        return press === undefined ? undefined : this.press(press)
      }
      await soon(async () => this.heard().length > 0)
    }
    throw new Error(`${by} does not lead to ${String(name)}, but to ${focused}. Heard: ${this.heard().join(' | ')}`)
  }

  private sentences = () =>
    readFileSync(this.said, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { text: string; isReading: boolean })

  /** Sentences since the last key, without the reading of a page that has loaded. */
  heard = (since = this.heardBefore): string[] =>
    this.sentences()
      .slice(since)
      .flatMap(({ text, isReading }) => (isReading ? [] : [text]))

  private hears = (words: Words) => this.heard().some((sentence) => fits(sentence, words))

  async expectHeard(...all: Words[]): Promise<void> {
    for (const words of all)
      await expect
        .poll(() => (this.hears(words) ? words : this.heard()), { ...polling, message: `to hear ${String(words)}` })
        .toEqual(words)
  }

  expectNotHeard = (...all: Words[]): void => expect(all.filter(this.hears), this.heard().join(' | ')).toEqual([])

  async expectShown(text: string): Promise<void> {
    await expect.poll(() => this.page?.evaluate('document.body.innerText'), polling).toContain(text)
  }
}

const fits = (sentence: string, words: Words) =>
  typeof words === 'string' ? sentence.includes(words) : words.test(sentence)

/** Waits a moment until something is so; a machine that is slow loses no more than a sentence in between. */
const soon = async (isSo: () => Promise<boolean>) => {
  for (const end = Date.now() + 700; Date.now() < end && !(await isSo());)
    await new Promise((resolve) => setTimeout(resolve, 30))
}

/** Orca serves one session of a user: a second one starts only by ending the first, through which somebody may hear. */
async function expectNoOrca(): Promise<void> {
  const { stdout } = await run('pgrep', ['-u', String(process.getuid?.()), '-x', 'orca']).catch(() => ({ stdout: '' }))
  if (stdout === '') return
  const message = 'Orca runs for this user already, and is not ended by a test. Quit it first, or test as another user.'
  throw new Error(message)
}

/** Runs in the page: the accessible name of what has the focus, near enough. */
function nameOfFocused(): string {
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    return node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join(' ')
  }
  const focused = document.activeElement ?? document.body
  const labels = [...((focused as HTMLInputElement).labels ?? [])]
  const ids = focused.getAttribute('aria-labelledby')?.split(' ') ?? []
  const named = ids.flatMap((id) => document.getElementById(id) ?? [])
  const sources = named.length > 0 ? named : labels.length > 0 && !focused.ariaLabel ? labels : [focused]
  return sources.map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim()
}

async function firstLine(stream: Readable): Promise<string> {
  const [line] = (await once(createInterface(stream), 'line')) as [string]
  return line
}
