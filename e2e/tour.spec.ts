import { resolve } from 'node:path'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { findEngines, type EngineName } from '../tools/engines.mjs'
import { newFamily } from './family.ts'
import { mailsTo, readStoryMailbox } from './mailbox.ts'
import { cardIn, moveByKeys, moveByMouse, showBoard } from './tour/board.ts'
import { measureDialog, measureDialogs } from './tour/dialogs.ts'
import { actAs, addQuest, familyOf, signIn, signOut } from './tour/family-of.ts'
import { expect, test } from './tour/fixtures.ts'
import { addUp, drawLetter, enterGame, leaveGame, sortBubbles, spellWord, tellTime } from './tour/games.ts'
import { button, dialog, field, like, text, type Hand } from './tour/hand.ts'

const phone = [390, 844] as const
const wideScreens = [
  [820, 1180],
  [1440, 900],
] as const

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
async function typeTime(hand: Hand, hours: string, minutes: string): Promise<void> {
  const time = field('Target time', dialog('Create a Quest'))
  await hand.click(time)
  await hand.type(hours)
  // Without parts it is a line of text.
  if ((await hand.value(time)) === hours) return hand.type(`:${minutes}`)
  await hand.key('ArrowLeft', 3)
  await hand.key('ArrowRight')
  await hand.type(minutes)
  await hand.key('ArrowRight', 2)
  return hand.type('a')
}

const games: Record<GameId, (hand: Hand) => Promise<void>> = {
  'alphabet-bubbls': drawLetter,
  'time-ticker': tellTime,
  'bubble-sort': sortBubbles,
  'word-pop': spellWord,
  'math-splash': addUp,
}

const found = findEngines().map(({ name }) => name)
const other = (name: EngineName) => found.find((known) => known !== name && !known.includes('WebKit')) ?? name

// The names stand here so that `npm test -- tour Firefox` finds this file.
for (const engineName of (['Chromium', 'Firefox', 'WebKitGTK', 'WPE WebKit'] as const).filter((name) => found.includes(name))) {
  test.describe(engineName, () => {
    test.describe.configure({ mode: 'default' })
    test.use({ engineName })
    // In Chromium the other stories show the rest.
    const outsideChromium: (title: string, step: Parameters<typeof test>[2]) => void = engineName === 'Chromium' ? () => {} : test

    outsideChromium(`in ${engineName}, Anna signs up and stands in Mission Control`, async ({ hand }) => {
      await signOut(hand)
      const anna = newFamily()
      await hand.open('/')
      await hand.click({ role: 'link', name: 'Get Started', nth: 0 })
      await hand.fill(field('First name'), anna.firstName)
      await hand.fill(field('Last name'), anna.lastName)
      await hand.fill(field('Email'), anna.email)
      await hand.fill(field('Password'), anna.password)
      await hand.click(button('Create account'))
      await hand.sees(text('Account created!'))
      await hand.sees({ role: 'heading', name: 'Mission Control' })
      await hand.sees(text('Berg Family'))
      await hand.sees(text('Live'))
    })

    outsideChromium(
      `in ${engineName}, Anna chooses a new password by a mailed link, which the address forgets, and another one in the same page too`,
      async ({ hand }) => {
        await signOut(hand)
        const { firstName, lastName, email, password } = newFamily()
        await hand.call('POST', '/api/auth/signup', { firstName, lastName, email, password })
        await signOut(hand)
        await hand.call('POST', '/api/auth/recover', { email })
        const [mail] = await mailsTo(await readStoryMailbox(), email)
        const { hash } = new URL(mail?.link ?? '')
        const { origin } = hand.proxy
        const address = () => hand.driver.evaluate('`${location.href} ${history.length}`')
        await hand.open(`/new-password#token_hash=changed&type=recovery`)
        await hand.sees({ role: 'heading', name: 'This link is too old' })
        const steps = Number(await hand.driver.evaluate('history.length'))
        expect(await address()).toBe(`${origin}/new-password ${steps}`)
        // Changing the part behind the # does not reload the page.
        await hand.driver.evaluate(`void (location.hash = ${JSON.stringify(hash)})`)
        await hand.sees(text(email))
        expect(await address()).toBe(`${origin}/new-password ${steps + 1}`)
        await hand.fill(field('New password'), 'gems-and-bubbles')
        await hand.click(button('Update password'))
        await hand.sees({ role: 'heading', name: 'Mission Control' })
        await signOut(hand)
      },
    )

    outsideChromium(`in ${engineName}, each screen opens, and nothing sticks out of it`, async ({ hand }) => {
      const family = await familyOf(hand)
      const { kidId } = family
      await addQuest(hand, family, 'Read a story', 'To Do', { assigneeIds: [kidId] })
      for (const [path, heading] of screensOf(kidId)) {
        await hand.open(path)
        await hand.sees({ role: 'heading', name: heading, nth: 0 })
        for (const [width, height] of [phone, ...wideScreens]) {
          await hand.resize(width, height)
          await hand.finds(
            `${path} no wider than ${width}`,
            () => hand.driver.evaluate('document.documentElement.scrollWidth - innerWidth'),
            (stickingOut) => Number(stickingOut) <= 0,
          )
        }
      }
    })

    test(`in ${engineName}, each dialog shows all it has, on a tablet and on a desk`, async ({ hand }) => {
      await measureDialogs(hand, await familyOf(hand), wideScreens)
    })

    outsideChromium(`in ${engineName}, a quest is made with every field`, async ({ hand }) => {
      const { kidId, familyId, columns } = await familyOf(hand)
      await hand.open('/parent')
      await hand.click({ role: 'tab', name: 'Kanban Board' })
      await hand.click(button('Create Quest'))
      const form = dialog('Create a Quest')
      await hand.fill(field('Title', form), 'Water the plants')
      await hand.fill(field('Description', form), 'The small ones, too')
      await hand.click({ role: 'radio', name: 'Seedling', within: form })
      await hand.click({ role: 'checkbox', name: 'Mia', within: form })
      await hand.click({ role: 'checkbox', name: 'Anna', within: form })
      await hand.fill(field('Gems', form), '35')
      await hand.tabTo(field('Column', form))
      await hand.key('ArrowDown')
      await hand.click({ role: 'radio', name: 'Weekly', within: form })
      await typeTime(hand, '11', '30')
      await hand.hasValue(field('Target time', form), '11:30')
      await hand.click(button('Create Quest', form))
      await hand.sees(text('Quest created successfully'))
      const card = { role: 'article', name: 'Water the plants', within: { role: 'region', name: 'In Progress' } }
      await hand.sees(card)
      // With AM where the engine speaks American English.
      await hand.sees(text(like(/^11:30/), card))
      const quests = await hand.call<{ title: string }[]>('GET', `/api/families/${familyId}/quests`)
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

    test(`in ${engineName}, a card is moved by mouse and by keys, and a device of another engine shows it at once, and the other way round`, async ({
      hand,
      openAnother,
    }) => {
      const family = await familyOf(hand)
      for (const title of ['Feed the dog', 'Rake the leaves', 'Sweep the yard']) await addQuest(hand, family, title)
      const kitchen = await openAnother({ engineName: other(engineName) })
      await signIn(kitchen, family)
      for (const device of [hand, kitchen]) await showBoard(device)
      await moveByMouse(hand, 'Feed the dog', 'In Progress')
      for (const device of [hand, kitchen]) await device.sees(cardIn('In Progress', 'Feed the dog'))
      await moveByKeys(hand, 'Rake the leaves', 'To Do', 'In Progress')
      for (const device of [hand, kitchen]) await device.sees(cardIn('In Progress', 'Rake the leaves'))
      await moveByMouse(kitchen, 'Sweep the yard', 'In Progress')
      for (const device of [hand, kitchen]) await device.sees(cardIn('In Progress', 'Sweep the yard'))
    })

    outsideChromium(`in ${engineName}, the calendar shows three days, a week and today`, async ({ hand }) => {
      const family = await familyOf(hand)
      await addQuest(hand, family, 'Brush teeth', 'To Do', { recurring: 'daily' })
      await hand.open('/parent')
      for (const [view, days] of [
        ['3 Days', 3],
        ['7 Days', 7],
        ['Today', 1],
      ] as const) {
        await hand.click({ role: 'button', name: view })
        await hand.finds(
          `${days} days`,
          () => hand.count({ role: 'region', name: like(weekday) }),
          (count) => count === days,
        )
        await hand.sees({ role: 'article', name: 'Brush teeth' })
      }
    })

    outsideChromium(`in ${engineName}, Mia pops a bubble and gets her gems`, async ({ hand }) => {
      const family = await familyOf(hand)
      await addQuest(hand, family, 'Dishes', 'To Do', { assigneeIds: [family.kidId], gemValue: 30 })
      await actAs(hand, family.kidId)
      const { balance } = await hand.call<{ balance: number }>('GET', `/api/family-members/${family.kidId}/gems`)
      await hand.open(`/kid/${family.kidId}`)
      await hand.click({ role: 'button', within: { role: 'article', name: 'Dishes' } })
      await measureDialog(hand, 'Ready to complete this quest?', wideScreens)
      const pop = button(like(/^Complete!/))
      const { width, height } = await hand.box(pop)
      expect(Math.min(width, height)).toBeGreaterThan(200)
      await hand.click(pop)
      await hand.sees(text('Quest Completed!'))
      await hand.sees(text('You earned 30 gems!'))
      await hand.sees(text('Done!', { role: 'article', name: 'Dishes' }))
      await hand.finds(
        'the gems of the jar',
        () => hand.text({ css: '[data-gem-target]' }),
        (text) => text.includes(`${balance + 30} gems`),
      )
    })

    outsideChromium(`in ${engineName}, a PIN is set and asked for`, async ({ hand }) => {
      const { familyId } = await familyOf(hand)
      await hand.call('POST', `/api/families/${familyId}/members`, { displayName: 'Leo' })
      await hand.open('/family-members')
      await hand.click(button('Edit Leo'))
      await hand.fill(field('PIN'), '1234')
      await hand.click(button('Save'))
      await hand.sees(text('PIN set successfully'))
      await hand.click(button('Switch to Leo, asks for a PIN'))
      await measureDialog(hand, 'Enter PIN for Leo', wideScreens)
      expect((await hand.box(field('PIN'))).height).toBeGreaterThan(40)
      await hand.fill(field('PIN'), '1234')
      await hand.click(button('Verify'))
      await hand.sees({ role: 'heading', name: "Leo's Bubble" })
    })

    outsideChromium(`in ${engineName}, Mia redeems a reward`, async ({ hand }) => {
      const family = await familyOf(hand)
      await hand.call('POST', `/api/families/${family.familyId}/rewards`, { title: 'Pizza night', icon: '🍕', gemCost: 0 })
      await actAs(hand, family.kidId)
      await hand.open(`/kid/${family.kidId}#rewards`)
      await hand.click(button('Redeem', { role: 'article', name: 'Pizza night' }))
      await hand.sees(text('Reward Redeemed! 🎉'))
      await hand.sees(text('You redeemed Pizza night'))
    })

    outsideChromium(`in ${engineName}, a picture is sent and shown`, async ({ hand }) => {
      await familyOf(hand)
      await hand.open('/settings')
      await hand.click(button('Upload New Picture'))
      await hand.sees(text('Choose a picture'))
      await hand.driver.chooseFile('[role=dialog] input[type=file]', resolve('app/public/icon-512.png'))
      await hand.click(button('Use This Picture'))
      await hand.sees(text('Profile picture uploaded successfully'))
      await hand.sees({ css: 'img[src^="/objects/"]', within: { role: 'region', name: 'Profile Information' } })
    })

    outsideChromium(`in ${engineName}, a quest is done at the wall`, async ({ hand }) => {
      const family = await familyOf(hand)
      await addQuest(hand, family, 'Make the bed', 'To Do', { assigneeIds: [family.kidId], gemValue: 15 })
      await hand.open('/wall')
      await hand.click({ role: 'button', within: { role: 'article', name: 'Make the bed', within: { role: 'region', name: 'Mia' } } })
      await measureDialog(hand, 'Who did it?', wideScreens)
      await hand.click(button('Mia', dialog('Who did it?')))
      await hand.sees(text('Mia earned 15 gems!'))
      await hand.sees(text('Done!', { role: 'article', name: 'Make the bed' }))
    })

    for (const [game, play] of Object.entries(games) as [GameId, (hand: Hand) => Promise<void>][]) {
      outsideChromium(`in ${engineName}, Mia plays ${gameNames[game]}`, async ({ hand }) => {
        const { kidId } = await familyOf(hand)
        await actAs(hand, kidId)
        await enterGame(hand, kidId, game)
        await play(hand)
        await leaveGame(hand)
      })
    }

    outsideChromium(`in ${engineName}, the device is switched to German and back`, async ({ hand }) => {
      await familyOf(hand)
      await hand.open('/settings')
      await hand.click({ role: 'radio', name: 'Deutsch' })
      await hand.sees({ css: 'html[lang=de]' })
      await hand.sees(button('Neues Bild'))
      await hand.click({ role: 'radio', name: 'English' })
      await hand.sees({ css: 'html[lang=en]' })
      await hand.sees(button('Upload New Picture'))
    })

    // WPE's browser has no dark mode.
    if (engineName !== 'WPE WebKit') {
      outsideChromium(`in ${engineName}, a device that likes it dark is dark`, async ({ hand, openAnother }) => {
        const family = await familyOf(hand)
        const night = await openAnother({ dark: true })
        await signIn(night, family)
        await night.open('/parent')
        await night.sees({ role: 'heading', name: 'Mission Control' })
        const colors = 'const { color, backgroundColor } = getComputedStyle(document.documentElement); return { color, backgroundColor }'
        expect(await night.driver.evaluate(`(() => { ${colors} })()`)).toEqual({ color: 'rgb(245, 241, 255)', backgroundColor: 'rgb(23, 20, 43)' })
      })
    }

    outsideChromium(`in ${engineName}, without a network the app opens with what it knew, and catches up`, async ({ hand }) => {
      const family = await familyOf(hand)
      await addQuest(hand, family, 'Feed the cat', 'Ideas')
      await showBoard(hand)
      await hand.finds(
        'the app kept on the device',
        () => hand.driver.evaluate(isKept),
        (kept) => kept === true,
      )
      await hand.proxy.cut()
      await hand.sees(text(like(/^As of .+, reconnecting…$/)))
      await hand.open('/parent')
      await hand.sees(text(like(/^As of .+, reconnecting…$/)))
      await hand.click({ role: 'tab', name: 'Kanban Board' })
      await hand.sees(cardIn('Ideas', 'Feed the cat'))
      await hand.proxy.restore()
      await hand.sees(text('Live'))
      await moveByMouse(hand, 'Feed the cat', 'To Do')
      await hand.sees(cardIn('To Do', 'Feed the cat'))
    })
  })
}
