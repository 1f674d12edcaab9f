import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { denoEnvironment, findDeno } from './programs.mjs'

// Photographs every screen of the demo family into the folder screens: `npm run screens`, or `npm run screens --
// settings` for some.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
const { chromium } = await import('@playwright/test')
const { findChromium } = await import('./chromium.mjs')

const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
}
/** Clicks what `find` finds, and waits for what that shows. */
const click = (find, shown) => async (page) => {
  await find(page).first().click()
  await shown(page).first().waitFor()
}
const columns = (page) => page.getByRole('heading', { level: 3 })
const anyDialog = (page) => page.getByRole('dialog')
const board = click((page) => page.getByRole('tab', { name: 'Kanban Board' }), columns)
const kidBoard = click((page) => page.getByRole('button', { name: 'Board', exact: true }), columns)
const dialog = (name) => click((page) => page.getByRole('button', { name }), anyDialog)
const completion = click((page) => page.locator('[data-todo]'), anyDialog)
// Waits for its content, which is rendered a moment later.
const pictureDialog = click(
  (page) => page.getByRole('button', { name: 'Upload New Picture' }),
  (page) => page.getByRole('button', { name: 'Choose a picture' }),
)
const chosenPicture = async (page) => {
  await pictureDialog(page)
  await page.locator('input[name="files[]"]').first().setInputFiles('app/public/icon-maskable-512.png')
  await page.getByRole('slider', { name: 'Zoom' }).waitFor()
}
const failedPicture = async (page) => {
  await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 500, body: '' }))
  await chosenPicture(page)
  await page.getByRole('button', { name: 'Use This Picture' }).click()
  await page.getByRole('button', { name: 'Retry upload' }).waitFor()
}
// `who` opens a screen: somebody signed out, the parent of the demo family, or its first kid on a tablet.
const screens = [
  { name: 'landing', path: '/', who: 'visitor' },
  { name: 'privacy', path: '/privacy', who: 'visitor' },
  { name: 'privacy-kids', path: '/privacy/kids', who: 'visitor' },
  { name: 'sign-up', path: '/signup', who: 'visitor' },
  { name: 'sign-in', path: '/login', who: 'visitor' },
  { name: 'join', path: '/join', who: 'visitor' },
  { name: 'forgotten-password', path: '/forgot-password', who: 'visitor' },
  ...['family', 'quests', 'reward', 'pin', 'tablet'].map((step) => ({
    name: `first-run-${step}`,
    path: `/welcome/${step}`,
  })),
  { name: 'calendar', path: '/parent' },
  { name: 'board', path: '/parent', act: board },
  { name: 'quest', path: '/parent', act: dialog('Create Quest') },
  { name: 'family-members', path: '/family-members' },
  { name: 'member', path: '/family-members', act: dialog(/^Edit/) },
  { name: 'learning', path: '/family-members', hash: '#learning' },
  { name: 'rewards-store', path: '/rewards-store' },
  { name: 'reward', path: '/rewards-store', act: dialog('Add Reward') },
  { name: 'gem-ledger', path: '/rewards-store', hash: '#ledger' },
  { name: 'kid-quests', path: '/kid', who: 'kid' },
  { name: 'kid-quests-none', path: '/kid', kid: 'Ida' },
  { name: 'kid-quests-sixty', path: '/kid', kid: 'Ben' },
  { name: 'kid-board', path: '/kid', who: 'kid', act: kidBoard },
  { name: 'kid-complete', path: '/kid', who: 'kid', act: completion },
  { name: 'kid-rewards', path: '/kid', hash: '#rewards', who: 'kid' },
  { name: 'kid-gems', path: '/kid', hash: '#gems', who: 'kid' },
  { name: 'kid-playground', path: '/kid', hash: '#playground', who: 'kid' },
  ...['alphabet-bubbls', 'time-ticker', 'bubble-sort', 'word-pop', 'math-splash'].map((game) => ({
    name: game,
    path: '/kid',
    hash: `#playground/${game}`,
    who: 'kid',
  })),
  { name: 'wall', path: '/wall' },
  { name: 'settings', path: '/settings' },
  { name: 'pair-device', path: '/settings', act: dialog("Add a child's tablet") },
  { name: 'delete-family', path: '/settings', act: dialog('Delete family') },
  { name: 'picture', path: '/settings', act: pictureDialog },
  { name: 'picture-cropped', path: '/settings', act: chosenPicture },
  { name: 'picture-failed', path: '/settings', act: failedPicture },
  { name: 'admin', path: '/admin' },
  { name: 'not-found', path: '/nowhere' },
]
const unknown = process.argv.slice(2).find((name) => !screens.some((screen) => screen.name === name))
if (unknown !== undefined) {
  console.error(`There is no screen ${unknown}: ${screens.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const wanted = screens.filter(({ name }) => process.argv.length === 2 || process.argv.includes(name))

// The demo family, on a stack of its own; its parent is an admin.
const origin = 'http://localhost:3290'
const folder = mkdtempSync(join(tmpdir(), 'bubblequest-demo-'))
const stack = spawn(process.execPath, ['tools/start.mjs', '--demo'], {
  env: { ...process.env, PORT: '3290', BUBBLEQUEST_DATA: folder, BUBBLEQUEST_RATE_LIMITS: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let said = ''
for await (const chunk of stack.stdout) {
  said += chunk
  if (said.includes('Demo family:')) break
}
const signIn = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
spawnSync(findDeno(), ['run', '-A', 'embedded/admin.ts', 'grant', signIn.email], {
  env: { ...denoEnvironment, BUBBLEQUEST_DATA: folder },
  stdio: 'inherit',
})

/** Adds a kid with nothing to do, and one with sixty quests today. Returns their ids. */
async function addKids({ request }) {
  const [{ family }] = await (await request.get('/api/families/my')).json()
  const add = async (path, data) => (await request.post(`/api/families/${family.id}/${path}`, { data })).json()
  const columns = await (await request.get(`/api/families/${family.id}/quest-columns`)).json()
  // A quest in the someday column is not shown on a kid's screen.
  const column = columns.find(({ isSomeday }) => !isSomeday)
  const kids = {}
  for (const displayName of ['Ida', 'Ben'])
    kids[displayName] = (await add('members', { displayName, avatarSeed: displayName })).id
  for (let number = 1; number <= 60; number++) {
    await add('quests', {
      title: `Quest number ${number}`,
      icon: '🧹',
      gemValue: 5,
      assigneeIds: [kids.Ben],
      columnId: column.id,
      recurring: 'daily',
    })
  }
  return kids
}

async function actAsFirstKid({ request }) {
  const [{ family }] = await (await request.get('/api/families/my')).json()
  const members = await (await request.get(`/api/families/${family.id}/members`)).json()
  const { id } = members.find(({ role }) => role === 'kid')
  await request.put('/api/auth/active-member', { data: { memberId: id } })
  return id
}

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
mkdirSync('screens', { recursive: true })
const maker = await browser.newContext({ baseURL: origin })
await maker.request.post('/api/auth/login', { data: signIn })
await photograph(
  wanted.filter(({ kid }) => kid === undefined),
  {},
)
// Last, because its sixty quests would be in all the other pictures.
const crowded = wanted.filter(({ kid }) => kid !== undefined)
if (crowded.length > 0) await photograph(crowded, await addKids(maker))
await maker.close()
await browser.close()
stack.kill('SIGTERM')
await once(stack, 'exit')
rmSync(folder, { recursive: true, force: true })

/** Photographs the screens in every size, light and dark. */
async function photograph(chosen, kids) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      const options = { baseURL: origin, viewport, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' }
      const devices = {
        visitor: await browser.newContext(options),
        parent: await browser.newContext(options),
        kid: await browser.newContext(options),
      }
      for (const device of [devices.parent, devices.kid]) await device.request.post('/api/auth/login', { data: signIn })
      const kidId = await actAsFirstKid(devices.kid)
      for (const { name, path, hash = '', who = 'parent', kid, act } of chosen) {
        const page = await devices[who].newPage()
        const member = who === 'kid' ? kidId : kids[kid]
        await page.goto(`${path}${member === undefined ? '' : `/${member}`}${hash}`)
        await page.getByRole('heading').first().waitFor()
        await page.waitForLoadState('networkidle')
        await act?.(page)
        await page.evaluate(async () => {
          await document.fonts.ready
          // Finishes animations that would start only once their element is scrolled into view.
          for (const animation of document.getAnimations()) {
            if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
          }
        })
        await page.screenshot({ path: `screens/${name}-${size}-${colorScheme}.jpg`, type: 'jpeg', quality: 70 })
        await page.close()
      }
      for (const device of Object.values(devices)) await device.close()
    }
  }
}
