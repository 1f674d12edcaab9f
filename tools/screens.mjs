import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

// Photographs every screen of the demo family into docs/screens: `npm run screens`, or `npm run screens -- settings` for some.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
const { chromium } = await import('@playwright/test')
const { findChromium } = await import('./chromium.mjs')

const sizes = { phone: { width: 390, height: 844 }, tablet: { width: 820, height: 1180 }, desk: { width: 1440, height: 900 } }
const board = async (page) => {
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.getByRole('heading', { level: 3 }).first().waitFor()
}
const dialog = (button) => async (page) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}
const screens = [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'sign-up', path: '/signup', signedIn: false },
  { name: 'sign-in', path: '/login', signedIn: false },
  { name: 'forgotten-password', path: '/forgot-password', signedIn: false },
  { name: 'calendar', path: '/parent' },
  { name: 'board', path: '/parent', act: board },
  { name: 'quest', path: '/parent', act: dialog('Create Quest') },
  { name: 'family-members', path: '/family-members' },
  { name: 'member', path: '/family-members', act: dialog(/^Edit/) },
  { name: 'rewards-store', path: '/rewards-store' },
  { name: 'reward', path: '/rewards-store', act: dialog('Add Reward') },
  { name: 'gem-ledger', path: '/rewards-store#ledger' },
  { name: 'settings', path: '/settings' },
  { name: 'admin', path: '/admin' },
  { name: 'not-found', path: '/nowhere' },
]
const unknown = process.argv.slice(2).find((name) => !screens.some((screen) => screen.name === name))
if (unknown !== undefined) {
  console.error(`There is no screen ${unknown}: ${screens.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const wanted = screens.filter(({ name }) => process.argv.length === 2 || process.argv.includes(name))

const folder = mkdtempSync(join(tmpdir(), 'bubblequest-screens-'))
const port = 3290
const origin = `http://localhost:${port}`
const stack = spawn(process.execPath, ['tools/start.mjs', '--demo'], {
  env: { ...process.env, PORT: String(port), BUBBLEQUEST_DATA: folder, BUBBLEQUEST_RATE_LIMITS: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let said = ''
for await (const chunk of stack.stdout) {
  said += chunk
  if (said.includes('Demo family:')) break
}
const signIn = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
const admin = spawn('node_modules/deno/deno', ['run', '-A', 'embedded/admin.ts', 'grant', signIn.email], {
  env: { ...process.env, BUBBLEQUEST_DATA: folder },
  stdio: 'inherit',
})
await once(admin, 'exit')

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
mkdirSync('docs/screens', { recursive: true })
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    const options = { baseURL: origin, viewport, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' }
    const visitor = await browser.newContext(options)
    const parent = await browser.newContext(options)
    await parent.request.post('/api/auth/login', { data: signIn })
    for (const { name, path, signedIn = true, act } of wanted) {
      const page = await (signedIn ? parent : visitor).newPage()
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      await act?.(page)
      await page.evaluate(async () => {
        await document.fonts.ready
        const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        await Promise.allSettled(ending.map(({ finished }) => finished))
      })
      await page.screenshot({ path: `docs/screens/${name}-${size}-${colorScheme}.jpg`, type: 'jpeg', quality: 70 })
      await page.close()
    }
    await visitor.close()
    await parent.close()
  }
}
await browser.close()
stack.kill('SIGTERM')
await once(stack, 'exit')
rmSync(folder, { recursive: true, force: true })
