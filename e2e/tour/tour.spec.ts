import { resolve } from 'node:path'
import { Key } from 'selenium-webdriver'
import { canvasSize, dotsOf, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import { findEngines } from '../../tools/engines.mjs'
import { addMember, change, questsOf } from '../actions.ts'
import { addQuest, columnId, newCredentials } from '../family.ts'
import { mailsTo, readStoryMailbox } from '../mailbox.ts'
import { cardIn, moveByKeys, moveByMouse, showBoard } from './board.ts'
import { button, dialog, field, heading, text, type TourDevice } from './device.ts'
import { measureDialog, measureDialogs } from './dialogs.ts'
import { expect, launch, test } from './fixtures.ts'
import type { Target } from './page-script.ts'

/** The address of each screen, and a heading on it. */
const screensOf = (kidId: string): [path: string, heading: string][] => [
  ['/parent', 'Mission Control'],
  ['/family-members', 'Manage Family Members'],
  ['/rewards-store', 'Rewards Store'],
  ['/settings', 'Profile Information'],
  ['/wall', 'Mia'],
  [`/kid/${kidId}#quests`, "Mia's Bubble"],
  [`/kid/${kidId}#rewards`, 'Reward Store'],
  [`/kid/${kidId}#gems`, 'My Gems'],
  [`/kid/${kidId}#playground`, 'Playground Games'],
  ['/privacy', 'Privacy, in plain words'],
  ['/privacy/kids', 'What Bubblequest knows'],
  ['/no-such-screen', 'Page Not Found'],
]

/** A phone, a tablet and a desk. */
const sizes = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const

/** The service worker runs the page and has kept the family. */
const isKept = `navigator.serviceWorker.controller?.state === 'activated' && caches.match('/kept-family', { cacheName: 'kept-family' }).then((kept) => kept !== undefined)`

/** Types a time before noon part by part: engines differ in whether they go on to the next part by themselves. */
async function typeTime(device: TourDevice, target: Target, hours: string, minutes: string): Promise<void> {
  await device.click(target)
  await device.driver.type(hours)
  // Without parts it is a line of text.
  if ((await device.expectVisible(target)).value === hours) return device.driver.type(`:${minutes}`)
  const { ARROW_LEFT: left, ARROW_RIGHT: right } = Key
  for (const key of [left, left, left, right, minutes, right, right, 'a']) await device.driver.type(key)
}

/** Blocks all storage, reads noise from canvases, and films a pattern. */
const strictFirefox = {
  'network.cookie.cookieBehavior': 2,
  'privacy.fingerprintingProtection': true,
  'privacy.fingerprintingProtection.overrides': '+CanvasImageExtractionPrompt',
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
}

const found = findEngines().map(({ name }) => name)

// The names stand here so that `npm test -- tour Firefox` finds this file.
for (const engineName of (['Firefox', 'WebKitGTK', 'WPE WebKit'] as const).filter((name) => found.includes(name))) {
  test.describe(engineName, () => {
    test.describe.configure({ mode: 'default' })
    test.use({ engineName })

    test(`in ${engineName}, Anna signs up, and the address forgets each mailed link`, async ({ device }) => {
      const anna = newCredentials()
      await device.open('/')
      await device.click({ role: 'link', name: 'Get Started', nth: 0 })
      await device.fill(field('First name'), anna.firstName)
      await device.fill(field('Last name'), anna.lastName)
      await device.fill(field('Email'), anna.email)
      await device.fill(field('Password'), anna.password)
      await device.click(button('Create account'))
      await device.expectVisible(heading("Who's in your family?"))
      await device.click({ role: 'link', name: 'Finish later' })
      await device.expectVisible(heading('Mission Control'))
      await device.expectVisible(text('Live'))

      const mailbox = await readStoryMailbox()
      await mailbox.post('/api/auth/recover', { data: { email: anna.email } })
      const [mail] = await mailsTo(mailbox, anna.email)
      const address = () => device.driver.evaluate('[location.href, history.length]')
      // As some mail programs write the "#".
      await device.open('/new-password%23token_hash=changed&type=recovery')
      await device.expectVisible(heading('This link is too old'))
      const page = `${device.proxy.origin}/new-password`
      const steps = Number(await device.driver.evaluate('history.length'))
      expect(await address()).toEqual([page, steps])
      // Changing the part behind the # does not reload the page.
      await device.driver.evaluate(`void (location.hash = ${JSON.stringify(new URL(mail?.link ?? '').hash)})`)
      await device.expectVisible(text(anna.email))
      expect(await address()).toEqual([page, steps + 1])
    })

    test(`in ${engineName}, each screen opens, dark where asked, and nothing sticks out of it`, async ({
      device,
      family,
    }) => {
      await addQuest(family, 'Read a story', 'To Do', { assigneeIds: [family.kidId] })
      for (const [path, heading] of screensOf(family.kidId)) {
        await device.open(path)
        await device.expectVisible({ role: 'heading', name: heading, nth: 0 })
        for (const [width, height] of sizes) {
          await device.driver.resize(width, height)
          const fits = () => device.driver.evaluate('document.documentElement.scrollWidth <= innerWidth')
          await device.expectValue(`${path} no wider than ${width}`, fits, true)
        }
      }
      const background = await device.driver.evaluate('getComputedStyle(document.documentElement).backgroundColor')
      // WPE's browser has no dark mode.
      expect(background).toBe(engineName === 'WPE WebKit' ? 'rgb(255, 251, 245)' : 'rgb(23, 20, 43)')
    })

    test(`in ${engineName}, each dialog shows all it has`, async ({ device, family }) => {
      await measureDialogs(device, family)
    })

    test(`in ${engineName}, a quest is made with every field`, async ({ device, family }) => {
      await device.open('/parent')
      await device.click(button('Create Quest'))
      const form = dialog('Create a Quest')
      await device.fill(field('Title', form), 'Water the plants')
      await device.click({ role: 'radio', name: 'Seedling', within: form })
      for (const name of ['Mia', 'Anna']) await device.click({ role: 'checkbox', name, within: form })
      await device.fill(field('Gems', form), '35')
      await device.click(button('More', form))
      await device.tabTo(field('Column', form))
      await device.driver.type(Key.ARROW_DOWN)
      await device.click({ role: 'radio', name: 'Weekly', within: form })
      await device.click(button('3 times a week', form))
      await device.expectVisible(text('3 times a week, on any day', form))
      for (const name of ['Monday', 'Thursday']) await device.click(button(name, form))
      await device.expectVisible(text('Every Monday and Thursday', form))
      const time = field('Target time', form)
      await typeTime(device, time, '11', '30')
      await device.expectFieldValue(time, '11:30')
      await device.click(button('Create Quest', form))
      // With AM where the engine speaks American English.
      await device.expectVisible(text(/^11:30/, { role: 'article', name: 'Water the plants' }))
      const quests: { title: string }[] = await questsOf(family)
      expect(quests.find(({ title }) => title === 'Water the plants')).toMatchObject({
        icon: '🌱',
        assigneeIds: expect.arrayContaining([family.kidId, family.memberId]),
        gemValue: 35,
        columnId: columnId(family, 'In Progress'),
        recurring: 'weekly',
        weekdays: [1, 4],
        targetTime: '11:30',
      })
    })

    test(`in ${engineName}, a card is moved by mouse, by keys, and by another device`, async ({ device, family }) => {
      // More than the column shows, so that it has a scrollbar.
      const titles = ['Feed the dog', 'Rake the leaves', 'Set the table', 'Fold the towels']
      for (const title of titles) await addQuest(family, title)
      const { id } = await addQuest(family, 'Sweep the yard')
      await showBoard(device)
      await moveByMouse(device, 'Feed the dog', 'In Progress')
      await device.expectVisible(cardIn('In Progress', 'Feed the dog'))
      await moveByKeys(device, 'Rake the leaves', 'To Do', 'In Progress')
      await device.expectVisible(cardIn('In Progress', 'Rake the leaves'))
      await change(family, `/api/quests/${id}`, { columnId: columnId(family, 'In Progress') })
      await device.expectVisible(cardIn('In Progress', 'Sweep the yard'))
      await device.open('/parent')
      await device.click({ role: 'tab', name: 'Kanban Board' })
      for (const title of ['Feed the dog', 'Rake the leaves']) await device.expectVisible(cardIn('In Progress', title))
    })

    test(`in ${engineName}, Mia pops a bubble and gets her gems`, async ({ device, family: { kidId }, family }) => {
      await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [kidId], gemValue: 30 })
      await device.actAs(kidId)
      await device.open(`/kid/${kidId}`)
      await device.click({ role: 'button', within: { role: 'article', name: 'Dishes' } })
      await measureDialog(device, 'Ready to complete this quest?')
      const pop = button(/^Complete!/)
      const { width, height } = (await device.expectVisible(pop)).box
      expect(Math.min(width, height)).toBeGreaterThan(200)
      await device.click(pop)
      await device.expectVisible(text('You earned 30 gems!'))
      await device.expectVisible(text('Done!', { role: 'article', name: 'Dishes' }))
      await device.expectVisible(text(/30 gems/, { css: '[data-gem-target]' }))
    })

    test(`in ${engineName}, a PIN is set and asked for`, async ({ device, family }) => {
      await addMember(family, 'Leo')
      await device.open('/family-members')
      await device.click(button('Edit Leo'))
      await device.click(field('PIN'))
      await device.driver.type('1234')
      await device.click(button('Save'))
      await device.expectVisible(text('PIN set successfully'))
      await device.click(button('Switch to Leo, asks for a PIN'))
      await device.click(button('Not now'))
      await measureDialog(device, 'Enter PIN for Leo')
      expect((await device.expectVisible(field('PIN'))).box.height).toBeGreaterThan(40)
      await device.click(field('PIN'))
      await device.driver.type('1234')
      await device.expectVisible(heading("Leo's Bubble"))
    })

    test(`in ${engineName}, a picture is sent and shown`, async ({ device, family: _family }) => {
      await device.open('/settings')
      await device.click(button('Upload New Picture'))
      await device.expectVisible(text('Choose a picture'))
      await device.driver.chooseFile('[role=dialog] input[type=file]', resolve('app/public/icon-512.png'))
      await device.click(button('Use This Picture'))
      const profile = { role: 'region', name: 'Profile Information' }
      await device.expectVisible({ css: 'img[src^="/objects/"]', within: profile })
    })

    test(`in ${engineName}, Mia draws a letter`, async ({ device, family: { kidId } }) => {
      await device.actAs(kidId)
      await device.open(`/kid/${kidId}#playground`)
      await device.click({ role: 'link', name: /^Alphabet Bubbls/ })
      const paper = { role: 'application', name: /: draw the next dot$/ }
      for (const [index, stroke] of letterOf('A').strokes.entries()) {
        await device.expectVisible(text(new RegExp(`^Stroke ${index + 1} `)))
        const { x: left, y: top, width, height } = (await device.expectVisible(paper)).box
        const dots = dotsOf(stroke).map((dot) => stroke.points[dot] ?? [0, 0])
        await device.drag(
          dots.map(([x, y]) => ({ x: left + (x / canvasSize) * width, y: top + (y / canvasSize) * height })),
        )
      }
      await device.expectVisible({ role: 'application', name: /^Small A/ })
    })

    test(`in ${engineName}, the app opens without a network, keeps a move, and catches up`, async ({
      device,
      family,
    }) => {
      await addQuest(family, 'Feed the cat', 'Ideas')
      await showBoard(device)
      await device.expectValue('the app kept on the device', () => device.driver.evaluate(isKept), true)
      await device.proxy.cut()
      await device.expectVisible(text(/^As of .+, reconnecting…$/))
      await device.open('/parent')
      await device.expectVisible(text(/^As of .+, reconnecting…$/))
      await device.click({ role: 'tab', name: 'Kanban Board' })
      await device.expectVisible(cardIn('Ideas', 'Feed the cat'))
      await moveByKeys(device, 'Feed the cat', 'Ideas', 'To Do')
      await device.expectVisible(text('1 deed waiting'))
      await device.open('/parent')
      await device.click({ role: 'tab', name: 'Kanban Board' })
      await device.expectVisible(cardIn('To Do', 'Feed the cat'))
      await addQuest(family, 'Feed the fish', 'Ideas')
      await device.proxy.restore()
      await device.expectVisible(text('Live'))
      await device.expectVisible(cardIn('Ideas', 'Feed the fish'))
      const columnOf = async (wanted: string) => {
        const quests: { title: string; columnId: string }[] = await questsOf(family)
        return quests.find(({ title }) => title === wanted)?.columnId
      }
      await expect.poll(() => columnOf('Feed the cat')).toBe(columnId(family, 'To Do'))
    })
  })
  if (engineName === 'Firefox')
    test('in Firefox that stores nothing and adds noise to pictures, the pages of visitors open, and say what they lack', async ({
      family,
    }) => {
      const device = await launch('Firefox', strictFirefox)
      try {
        for (const [path, title] of [
          ['/', 'Transform family tasks into magical adventures'],
          ['/login', 'Welcome back'],
          ['/signup', 'Create your account'],
          ['/forgot-password', 'Forgot your password?'],
          ['/new-password', /./],
          ['/privacy/kids', 'What Bubblequest knows'],
        ] as const) {
          await device.open(path)
          await device.expectVisible({ role: 'heading', name: title, nth: 0 })
          await device.expectHidden(heading(/^(Can't reach Bubblequest|This bubble burst)$/))
        }
        await device.open('/join')
        await device.click(button('Scan the code'))
        await device.expectVisible(text(/^This browser changes pictures .+ Type the letters instead\.$/))

        const blocked = text('This browser keeps no cookies. Allow them for this address.')
        const { email, password } = family.credentials
        await device.open('/login')
        await device.fill(field('Email'), email)
        await device.fill(field('Password'), password)
        await device.click(button('Sign in'))
        await device.expectVisible(blocked)
        // Before a link is used up.
        const mailbox = await readStoryMailbox()
        await mailbox.post('/api/auth/recover', { data: { email } })
        const [mail] = await mailsTo(mailbox, email)
        const { hash } = new URL(mail?.link ?? '')
        await device.open(`/new-password${hash}`)
        await device.fill(field('New password'), 'gems-and-glitter')
        await device.click(button('Update password'))
        await device.expectVisible(blocked)
        const link = { type: 'recovery', token: new URLSearchParams(hash.slice(1)).get('token_hash') }
        const read = await mailbox.post('/api/auth/mailed-link/read', { data: { link } })
        expect(await read.json()).toMatchObject({ state: 'open' })
      } finally {
        await device.close()
      }
    })
}
