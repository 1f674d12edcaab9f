import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { Builder, Button, By, Capabilities, Origin } from 'selenium-webdriver'
import { freePort } from '../free-port.ts'
import { environment, windowSize, type Driver } from './driver.ts'

/**
 * WebKitGTK, which needs a display and asks for dark pages, and WPE WebKit, which needs none and is light: each by its
 * own driver.
 */
export async function launchWebKit({
  driver: program = '',
  browser = '',
  display,
}: Record<string, string>): Promise<Driver> {
  const isGtk = display !== undefined
  const screen = display === undefined ? undefined : await startDisplay(display)
  const port = await freePort()
  const server = startProgram(program, [`--port=${port}`], { ...environment, ...(screen && { DISPLAY: screen.name }) })
  const url = `http://127.0.0.1:${port}`
  await expect(() => fetch(`${url}/status`)).toPass({ intervals: [50], timeout: 30_000 })
  const options = { binary: browser, args: ['--automation', isGtk ? '--dark-mode' : '--headless'] }
  const session = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', [`${isGtk ? 'webkitgtk' : 'wpe'}:browserOptions`]: options }),
    )
    .build()
  await session.manage().setTimeouts({ script: 30_000, pageLoad: 30_000 })
  const actions = () => session.actions({ async: false })
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
    evaluate: (expression) => session.executeScript(`return (${expression})`),
    move: ({ x, y }) =>
      actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
        .perform(),
    press: () => actions().press(Button.LEFT).perform(),
    release: () => actions().release(Button.LEFT).perform(),
    type: (text) => actions().sendKeys(text).perform(),
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
