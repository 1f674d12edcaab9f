import { resolve } from 'node:path'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { findEngines } from '../../tools/engines.mjs'
import { newCredentials } from '../family.ts'
import { mailsTo, readStoryMailbox } from '../mailbox.ts'
import { cardIn, moveByKeys, moveByMouse, showBoard } from './board.ts'
import { button, dialog, field, heading, text, type TourDevice } from './device.ts'
import { measureDialog, measureDialogs, wideScreens } from './dialogs.ts'
import { actAs, addQuest, signIn, signOut } from './family.ts'
import { expect, test } from './fixtures.ts'
import { addUp, drawLetter, sortBubbles, spellWord, tellTime } from './games.ts'

const phone = [390, 844] as const

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

const weekday = /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/

/** The service worker runs the page and has kept the family. */
const isKept = `navigator.serviceWorker.controller?.state === 'activated' && caches.match('/kept-family', { cacheName: 'kept-family' }).then((kept) => kept !== undefined)`

/** Types a time before noon part by part: engines differ in whether they go on to the next part by themselves. */
async function typeTime(device: TourDevice, hours: string, minutes: string): Promise<void> {
  const time = field('Target time', dialog('Create a Quest'))
  await device.click(time)
  await device.driver.type(hours)
  // Without parts it is a line of text.
  if ((await device.get(time)).value === hours) return device.driver.type(`:${minutes}`)
  await device.key('ArrowLeft', 3)
  await device.key('ArrowRight')
  await device.driver.type(minutes)
  await device.key('ArrowRight', 2)
  return device.driver.type('a')
}

const games: Record<GameId, (device: TourDevice) => Promise<void>> = {
  'alphabet-bubbls': drawLetter,
  'time-ticker': tellTime,
  'bubble-sort': sortBubbles,
  'word-pop': spellWord,
  'math-splash': addUp,
}

const found = findEngines().map(({ name }) => name)

// The names stand here so that `npm test -- tour Firefox` finds this file.
for (const engineName of (['Firefox', 'WebKitGTK', 'WPE WebKit'] as const).filter((name) => found.includes(name))) {
  test.describe(engineName, () => {
    test.describe.configure({ mode: 'default' })
    test.use({ engineName })

    test(`in ${engineName}, Anna signs up and stands in Mission Control`, async ({ device }) => {
      await signOut(device)
      const anna = newCredentials()
      await device.open('/')
      await device.click({ role: 'link', name: 'Get Started', nth: 0 })
      await device.fill(field('First name'), anna.firstName)
      await device.fill(field('Last name'), anna.lastName)
      await device.fill(field('Email'), anna.email)
      await device.fill(field('Password'), anna.password)
      await device.click(button('Create account'))
      await device.expectVisible(text('Account created!'))
      await device.expectVisible(heading("Who's in your family?"))
      await device.click({ role: 'link', name: 'Finish later' })
      await device.expectVisible(heading('Mission Control'))
      await device.expectVisible(text('Berg Family'))
      await device.expectVisible(text('Live'))
    })

    test(`in ${engineName}, Anna chooses a new password by a mailed link, which the address forgets, and another one in the same page too`, async ({
      device,
    }) => {
      await signOut(device)
      const { firstName, lastName, email, password } = newCredentials()
      await device.call('POST', '/api/auth/signup', { firstName, lastName, email, password })
      await signOut(device)
      await device.call('POST', '/api/auth/recover', { email })
      const [mail] = await mailsTo(await readStoryMailbox(), email)
      const { hash } = new URL(mail?.link ?? '')
      const { origin } = device.proxy
      const address = () => device.driver.evaluate('`${location.href} ${history.length}`')
      await device.open(`/new-password#token_hash=changed&type=recovery`)
      await device.expectVisible(heading('This link is too old'))
      const steps = Number(await device.driver.evaluate('history.length'))
      expect(await address()).toBe(`${origin}/new-password ${steps}`)
      // Changing the part behind the # does not reload the page.
      await device.driver.evaluate(`void (location.hash = ${JSON.stringify(hash)})`)
      await device.expectVisible(text(email))
      expect(await address()).toBe(`${origin}/new-password ${steps + 1}`)
      await device.fill(field('New password'), 'gems-and-bubbles')
      await device.click(button('Update password'))
      await device.expectVisible(heading('Mission Control'))
      await signOut(device)
    })

    test(`in ${engineName}, each screen opens, and nothing sticks out of it`, async ({ device, family }) => {
      const { kidId } = family
      await addQuest(device, family, 'Read a story', 'To Do', { assigneeIds: [kidId] })
      for (const [path, heading] of screensOf(kidId)) {
        await device.open(path)
        await device.expectVisible({ role: 'heading', name: heading, nth: 0 })
        for (const [width, height] of [phone, ...wideScreens]) {
          await device.driver.resize(width, height)
          await device.expectValue(
            `${path} no wider than ${width}`,
            () => device.driver.evaluate('document.documentElement.scrollWidth <= innerWidth'),
            true,
          )
        }
      }
    })

    test(`in ${engineName}, each dialog shows all it has, on a tablet and on a desk`, async ({ device, family }) => {
      await measureDialogs(device, family)
    })

    test(`in ${engineName}, a quest is made with every field`, async ({ device, family }) => {
      const { kidId, familyId, columns } = family
      await device.open('/parent')
      await device.click({ role: 'tab', name: 'Kanban Board' })
      await device.click(button('Create Quest'))
      const form = dialog('Create a Quest')
      await device.fill(field('Title', form), 'Water the plants')
      await device.fill(field('Description', form), 'The small ones, too')
      await device.click({ role: 'radio', name: 'Seedling', within: form })
      // Mia is preselected, as all children are.
      for (const name of ['Anna', 'Anna']) await device.click({ role: 'checkbox', name, within: form })
      await device.fill(field('Gems', form), '35')
      await device.tabTo(field('Column', form))
      await device.key('ArrowDown')
      await device.click({ role: 'radio', name: 'Weekly', within: form })
      await typeTime(device, '11', '30')
      await device.expectFieldValue(field('Target time', form), '11:30')
      await device.click(button('Create Quest', form))
      await device.expectVisible(text('Quest created successfully'))
      const card = { role: 'article', name: 'Water the plants', within: { role: 'region', name: 'In Progress' } }
      await device.expectVisible(card)
      // With AM where the engine speaks American English.
      await device.expectVisible(text(/^11:30/, card))
      const quests = await device.call<{ title: string }[]>('GET', `/api/families/${familyId}/quests`)
      expect(quests.find(({ title }) => title === 'Water the plants')).toMatchObject({
        description: 'The small ones, too',
        icon: '🌱',
        assigneeIds: [kidId],
        gemValue: 35,
        columnId: columns.find(({ title }) => title === 'In Progress')?.id,
        recurring: 'weekly',
        targetTime: '11:30',
      })
    })

    test(`in ${engineName}, a card is moved by mouse and by keys, and a second device shows it at once, and the other way round`, async ({
      device,
      family,
      openDevice,
    }) => {
      // More than the column shows, so that it has a scrollbar.
      const titles = ['Feed the dog', 'Rake the leaves', 'Sweep the yard', 'Set the table', 'Fold the towels']
      for (const title of titles) await addQuest(device, family, title)
      const kitchen = await openDevice({ engineName: found.includes('Firefox') ? 'Firefox' : engineName })
      await signIn(kitchen, family)
      for (const each of [device, kitchen]) await showBoard(each)
      await moveByMouse(device, 'Feed the dog', 'In Progress')
      for (const each of [device, kitchen]) await each.expectVisible(cardIn('In Progress', 'Feed the dog'))
      await moveByKeys(device, 'Rake the leaves', 'To Do', 'In Progress')
      for (const each of [device, kitchen]) await each.expectVisible(cardIn('In Progress', 'Rake the leaves'))
      await moveByMouse(kitchen, 'Sweep the yard', 'In Progress')
      for (const each of [device, kitchen]) await each.expectVisible(cardIn('In Progress', 'Sweep the yard'))
    })

    test(`in ${engineName}, the calendar shows three days, a week and today`, async ({ device, family }) => {
      await addQuest(device, family, 'Brush teeth', 'To Do', { recurring: 'daily' })
      await device.open('/parent')
      for (const [view, days] of [
        ['3 Days', 3],
        ['7 Days', 7],
        ['Today', 1],
      ] as const) {
        await device.click({ role: 'button', name: view })
        await device.expectValue(
          `${days} days`,
          async () => (await device.find({ role: 'region', name: weekday })).length,
          days,
        )
        await device.expectVisible({ role: 'article', name: 'Brush teeth' })
      }
    })

    test(`in ${engineName}, Mia pops a bubble and gets her gems`, async ({ device, family }) => {
      await addQuest(device, family, 'Dishes', 'To Do', { assigneeIds: [family.kidId], gemValue: 30 })
      await actAs(device, family.kidId)
      const { balance } = await device.call<{ balance: number }>('GET', `/api/family-members/${family.kidId}/gems`)
      await device.open(`/kid/${family.kidId}`)
      await device.click({ role: 'button', within: { role: 'article', name: 'Dishes' } })
      await measureDialog(device, 'Ready to complete this quest?')
      const pop = button(/^Complete!/)
      const { width, height } = (await device.get(pop)).box
      expect(Math.min(width, height)).toBeGreaterThan(200)
      await device.click(pop)
      await device.expectVisible(text('Quest Completed!'))
      await device.expectVisible(text('You earned 30 gems!'))
      await device.expectVisible(text('Done!', { role: 'article', name: 'Dishes' }))
      const jar = async () => (await device.get({ css: '[data-gem-target]' })).text
      await expect.poll(jar).toContain(`${balance + 30} gems`)
    })

    test(`in ${engineName}, a PIN is set and asked for`, async ({ device, family }) => {
      const { familyId } = family
      await device.call('POST', `/api/families/${familyId}/members`, { displayName: 'Leo' })
      await device.open('/family-members')
      await device.click(button('Edit Leo'))
      await device.click(field('PIN'))
      await device.driver.type('1234')
      await device.click(button('Save'))
      await device.expectVisible(text('PIN set successfully'))
      await device.click(button('Switch to Leo, asks for a PIN'))
      await device.click(button('Not now'))
      await measureDialog(device, 'Enter PIN for Leo')
      expect((await device.get(field('PIN'))).box.height).toBeGreaterThan(40)
      await device.click(field('PIN'))
      await device.driver.type('1234')
      await device.expectVisible(heading("Leo's Bubble"))
    })

    test(`in ${engineName}, Mia redeems a reward`, async ({ device, family }) => {
      await device.call('POST', `/api/families/${family.familyId}/rewards`, {
        title: 'Pizza night',
        icon: '🍕',
        gemCost: 0,
      })
      await actAs(device, family.kidId)
      await device.open(`/kid/${family.kidId}#rewards`)
      await device.click(button('Redeem Pizza night', { role: 'article', name: 'Pizza night' }))
      await device.expectVisible(text('Reward Redeemed! 🎉'))
      await device.expectVisible(text('You redeemed Pizza night'))
    })

    test(`in ${engineName}, a picture is sent and shown`, async ({ device, family: _family }) => {
      await device.open('/settings')
      await device.click(button('Upload New Picture'))
      await device.expectVisible(text('Choose a picture'))
      await device.driver.chooseFile('[role=dialog] input[type=file]', resolve('app/public/icon-512.png'))
      await device.click(button('Use This Picture'))
      await device.expectVisible(text('Profile picture uploaded successfully'))
      await device.expectVisible({
        css: 'img[src^="/objects/"]',
        within: { role: 'region', name: 'Profile Information' },
      })
    })

    test(`in ${engineName}, a quest is done at the wall`, async ({ device, family }) => {
      const { kidId, parentId } = family
      await addQuest(device, family, 'Make the bed', 'To Do', { assigneeIds: [kidId], gemValue: 15 })
      await addQuest(device, family, 'Sweep', 'To Do', { assigneeIds: [kidId, parentId], gemValue: 25 })
      await device.open('/wall')
      const tile = (name: string) => ({ role: 'article', name, within: { role: 'region', name: 'Mia' } }) as const
      await device.click({ role: 'button', within: tile('Sweep') })
      await measureDialog(device, 'Who did it?')
      await device.click(button('Mia', dialog('Who did it?')))
      await device.expectVisible(text('Mia earned 25 gems!'))
      await device.click({ role: 'button', within: tile('Make the bed') })
      await device.expectVisible(text('Mia earned 15 gems!'))
      await device.expectVisible(text('Done!', { role: 'article', name: 'Make the bed' }))
    })

    for (const [game, play] of Object.entries(games) as [GameId, (device: TourDevice) => Promise<void>][]) {
      test(`in ${engineName}, Mia plays ${gameNames[game]}`, async ({ device, family }) => {
        await actAs(device, family.kidId)
        await device.open(`/kid/${family.kidId}#playground`)
        await device.click({ role: 'link', name: new RegExp(`^${gameNames[game]}`) })
        await device.expectVisible(heading(gameNames[game]))
        await play(device)
        await device.click(button('Exit'))
        await device.expectVisible(heading('Playground Games'))
      })
    }

    test(`in ${engineName}, the device is switched to German and back`, async ({ device, family: _family }) => {
      await device.open('/settings')
      await device.click({ role: 'radio', name: 'Deutsch' })
      await device.expectVisible({ css: 'html[lang=de]' })
      await device.expectVisible(button('Neues Bild'))
      await device.click({ role: 'radio', name: 'English' })
      await device.expectVisible({ css: 'html[lang=en]' })
      await device.expectVisible(button('Upload New Picture'))
    })

    // WPE's browser has no dark mode.
    if (engineName !== 'WPE WebKit') {
      test(`in ${engineName}, a device that likes it dark is dark`, async ({ family, openDevice }) => {
        const night = await openDevice({ isDark: true })
        await signIn(night, family)
        await night.open('/parent')
        await night.expectVisible(heading('Mission Control'))
        const colors =
          'const { color, backgroundColor } = getComputedStyle(document.documentElement); return { color, backgroundColor }'
        expect(await night.driver.evaluate(`(() => { ${colors} })()`)).toEqual({
          color: 'rgb(245, 241, 255)',
          backgroundColor: 'rgb(23, 20, 43)',
        })
      })
    }

    test(`in ${engineName}, without a network the app opens with what it knew, and catches up`, async ({
      device,
      family,
    }) => {
      await addQuest(device, family, 'Feed the cat', 'Ideas')
      await showBoard(device)
      await device.expectValue('the app kept on the device', () => device.driver.evaluate(isKept), true)
      await device.proxy.cut()
      await device.expectVisible(text(/^As of .+, reconnecting…$/))
      await device.open('/parent')
      await device.expectVisible(text(/^As of .+, reconnecting…$/))
      await device.click({ role: 'tab', name: 'Kanban Board' })
      await device.expectVisible(cardIn('Ideas', 'Feed the cat'))
      await device.proxy.restore()
      await device.expectVisible(text('Live'))
      await moveByMouse(device, 'Feed the cat', 'To Do')
      await device.expectVisible(cardIn('To Do', 'Feed the cat'))
    })
  })
}
