import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { Builder, Button, By, Capabilities, Key, Origin } from 'selenium-webdriver'
import { freePort } from '../free-port.ts'
import { environment, windowSize, type Driver, type ScreenPoint } from './driver.ts'

const keys = {
  Tab: Key.TAB,
  Space: Key.SPACE,
  Escape: Key.ESCAPE,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
}

/** WebKitGTK, which needs a display, and WPE WebKit, which needs none: each by its own driver. */
export async function launchWebKit(
  { driver: program = '', browser = '', display }: Record<string, string>,
  isDark: boolean,
): Promise<Driver> {
  const isGtk = display !== undefined
  const screen = display === undefined ? undefined : await startDisplay(display)
  // The engine's driver, which starts the engine.
  const port = await freePort()
  const server = startProgram(program, [`--port=${port}`], { ...environment, ...(screen && { DISPLAY: screen.name }) })
  const url = `http://127.0.0.1:${port}`
  await expect(async () => expect((await fetch(`${url}/status`)).ok).toBe(true)).toPass({
    intervals: [50],
    timeout: 30_000,
  })
  const options = {
    binary: browser,
    args: ['--automation', ...(isGtk ? [] : ['--headless']), ...(isDark ? ['--dark-mode'] : [])],
  }
  const session = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        [isGtk ? 'webkitgtk:browserOptions' : 'wpe:browserOptions']: options,
      }),
    )
    .build()
  await session.manage().setTimeouts({ script: 30_000, pageLoad: 30_000 })
  const actions = () => session.actions({ async: false })
  const move = ({ x, y }: ScreenPoint) =>
    actions()
      .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
      .perform()
  const resize = async (width: number, height: number) => {
    if (!isGtk) return
    // The window's own bars come on top of the page.
    const bars = await session.executeScript<number>('return outerHeight - innerHeight')
    await session
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width, height: height + bars })
  }
  await resize(windowSize.width, windowSize.height)
  return {
    open: (url) => session.get(url),
    resize,
    async evaluate(expression) {
      const { value, error } = await session.executeAsyncScript<{ value?: unknown; error?: string }>(
        `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) + '\\n' + error.stack }))`,
      )
      if (error !== undefined) throw new Error(error)
      return value
    },
    move,
    press: () => actions().press(Button.LEFT).perform(),
    release: () => actions().release(Button.LEFT).perform(),
    type: (text) => actions().sendKeys(text).perform(),
    key: (key) => actions().sendKeys(keys[key]).perform(),
    selectAll: () => actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform(),
    chooseFile: async (selector, path) => session.findElement(By.css(selector)).sendKeys(path),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    async close() {
      await session.quit()
      server.stop()
      screen?.stop()
    },
  }
}

/** A virtual display, large enough for the largest window. */
async function startDisplay(program: string): Promise<{ name: string; stop: () => void }> {
  const { child, stop } = startProgram(
    program,
    ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'],
    environment,
  )
  const [number] = await once(child.stdio[3] ?? child, 'data')
  return { name: `:${String(number).trim()}`, stop }
}

/**
 * Spawns a program in a process group: an engine may outlive its driver, so the group is ended as one, at the latest
 * with us.
 */
function startProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; stop: () => void } {
  const child = spawn(program, args, { detached: true, env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const stop = () => {
    process.off('exit', stop)
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  process.on('exit', stop)
  return { child, stop }
}
