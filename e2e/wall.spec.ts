import type { Page } from '@playwright/test'
import { addQuest, expect, test, watch, signIn, type SignedUp } from './family.ts'
import { expectGoodLooks } from './looks.ts'
import { socketSwitch } from './socket-switch.ts'
import { addKid, balanceOf, today } from './store.ts'

const columnOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tile = (page: Page, name: string, title: string) => columnOf(page, name).getByRole('article', { name: title, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Who did it?' })
const gems = (page: Page, name: string) => columnOf(page, name).locator('[data-gems-of]')
const tap = (page: Page, name: string, title: string) => tile(page, name, title).getByRole('button').click()
const outOfReach = 'This screen tries again by itself, every few seconds.'

async function openWall(page: Page): Promise<void> {
  await page.goto('/wall')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

async function complete({ context }: SignedUp, questId: string, completingMemberId: string): Promise<void> {
  const done = await context.request.patch(`/api/quests/${questId}`, { data: { completedDate: today(), completingMemberId } })
  expect(done.status()).toBe(200)
}

/** Mia and Leo, with ids. */
async function kids(family: SignedUp) {
  return [(await addKid(family, 'Mia')).id, (await addKid(family, 'Leo')).id] as const
}

test('Mia taps her quest on the wall, then her face: it pops, the gems fly to her, and the other screens know', async ({ family, page }) => {
  const [mia, leo] = await kids(family)
  await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 30 })
  await addQuest(family.context, family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await addQuest(family.context, family, 'Make the bed', 'Ideas', { assigneeIds: [leo] })
  const parents = await family.context.newPage()
  await parents.goto('/parent')
  await expect(parents.getByRole('article', { name: 'Dishes' })).toContainText('To do')
  await openWall(page)
  await expect(page).toHaveTitle(/^Today/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Mia', 'Leo'])
  await expect(columnOf(page, 'Mia')).toContainText('0 of 2 done')
  await expect(gems(page, 'Mia')).toHaveText('0gems')

  await tap(page, 'Mia', 'Dishes')
  await expect(question(page)).toContainText('Dishes')
  // Whose tile it was comes first, and has the focus already.
  const faces = question(page).getByRole('button', { name: /^(Mia|Leo|Anna)$/ })
  await expect(faces).toHaveText(['Mia', 'Anna', 'Leo'])
  await expect(faces.first()).toBeFocused()
  await page.evaluate(() => {
    const landings: string[] = []
    Object.assign(window, { landings })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const flight = animate.call(this, frames, options)
      // Where each gem lands, looked up at the end of its flight.
      if (this.hasAttribute('data-gem') && Array.isArray(frames)) {
        const { left, top } = (this as HTMLElement).style
        const [x = 0, y = 0] =
          /translate\((-?[\d.]+)px, (-?[\d.]+)px/
            .exec(String(frames.at(-1)?.transform))
            ?.slice(1)
            .map(Number) ?? []
        const place = document.querySelector('[data-gems-of]')?.getBoundingClientRect()
        const isHit =
          place &&
          Math.abs(place.left + place.width / 2 - Number.parseFloat(left) - x) < 2 &&
          Math.abs(place.top + place.height / 2 - Number.parseFloat(top) - y) < 2
        landings.push(isHit ? 'hit' : 'missed')
      }
      return flight
    }
  })
  await faces.first().click()
  await expect(page.getByText('Quest Completed!', { exact: true })).toBeVisible()
  await expect(page.getByText('Mia earned 30 gems!', { exact: true })).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect(await page.evaluate(() => (window as unknown as { landings: string[] }).landings)).toEqual(['hit', 'hit', 'hit'])
  await expect(gems(page, 'Mia')).toHaveText('30gems')
  await expect(columnOf(page, 'Mia')).toContainText('1 of 2 done')
  // What is done stays, marked, at the end.
  await expect(columnOf(page, 'Mia').getByRole('article')).toHaveText([/Feed the dog/, /Dishes.*Done!/])
  await expect(tile(page, 'Mia', 'Dishes').getByRole('button')).toHaveCount(0)
  await expect(parents.getByRole('article', { name: 'Dishes' })).toContainText('Done')
  expect(await balanceOf(family, mia)).toBe(30)
})

test('a quest of two stands at both; whoever did it is paid, and when all is done the wall says so', async ({ family, page }) => {
  const [mia, leo] = await kids(family)
  await addQuest(family.context, family, 'Brush teeth', 'To Do', { assigneeIds: [mia, leo], recurring: 'daily', gemValue: 5 })
  await addQuest(family.context, family, 'Set the table', 'To Do', { assigneeIds: [leo], targetTime: '18:00' })
  await openWall(page)
  await expect(columnOf(page, 'Leo').getByRole('article')).toHaveText([/Set the table.*18:00/, /Brush teeth/])

  await tap(page, 'Mia', 'Brush teeth')
  await question(page).getByRole('button', { name: 'Leo' }).click()
  await expect(tile(page, 'Leo', 'Brush teeth')).toContainText('Done!')
  await expect(tile(page, 'Mia', 'Brush teeth')).not.toContainText('Done!')
  expect([await balanceOf(family, mia), await balanceOf(family, leo)]).toEqual([0, 5])

  await expect(async () => {
    await tap(page, 'Mia', 'Brush teeth')
    await expect(question(page).getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled({ timeout: 500 })
  }).toPass()
  await question(page).getByRole('button', { name: 'Mia' }).click()
  await expect(columnOf(page, 'Mia')).toContainText('1 of 1 done')
  await expect(page.getByText('Everything is done today. Well done, everybody!')).toBeHidden()

  const kitchen = await family.context.newPage()
  await openWall(kitchen)
  await tap(kitchen, 'Leo', 'Set the table')
  await question(kitchen).getByRole('button', { name: 'Leo' }).click()
  for (const screen of [page, kitchen]) await expect(screen.getByText('Everything is done today. Well done, everybody!')).toBeVisible()
})

test('a double tap pays once, and opens nothing that lies under the face', async ({ family, page }) => {
  const [mia] = await kids(family)
  for (let number = 1; number <= 24; number++) await addQuest(family.context, family, `Quest ${number}`, 'To Do', { assigneeIds: [mia], recurring: 'daily' })
  await openWall(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') asked.push(request.url())
  })
  await tap(page, 'Mia', 'Quest 1')
  const face = question(page).getByRole('button', { name: 'Mia' })
  // It stands still by then.
  await face.click({ trial: true })
  const box = await face.boundingBox()
  if (box === null) throw new Error('Mia has no face')
  const point = { x: box.x + 100, y: box.y + box.height / 2 }
  // A third tap, as soon as the dialog is gone, is on the tile that lay under it.
  await page.evaluate(({ x, y }) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role="dialog"]') !== null) return
      observer.disconnect()
      const under = document.elementFromPoint(x, y)?.closest('button')
      document.body.dataset['under'] = under?.textContent ?? 'nothing'
      under?.click()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, point)
  await page.mouse.click(point.x, point.y, { clickCount: 2 })
  await expect(tile(page, 'Mia', 'Quest 1')).toContainText('Done!')
  await expect(question(page)).toBeHidden()
  expect(asked).toHaveLength(1)
  expect(await balanceOf(family, mia)).toBe(20)
})

test('two faces tapped at once are one answer', async ({ family, page }) => {
  const [mia, leo] = await kids(family)
  await addQuest(family.context, family, 'Brush teeth', 'To Do', { assigneeIds: [mia, leo], recurring: 'daily' })
  await openWall(page)
  await tap(page, 'Mia', 'Brush teeth')
  await question(page)
    .getByRole('button', { name: 'Mia' })
    .evaluate((face) => {
      const other = [...document.querySelectorAll('[role="dialog"] li button')].find((button) => button.textContent === 'Leo')
      for (const button of [face, other]) (button as HTMLElement).click()
    })
  await expect(tile(page, 'Mia', 'Brush teeth')).toContainText('Done!')
  await expect(question(page)).toBeHidden()
  expect([await balanceOf(family, mia), await balanceOf(family, leo)]).toEqual([20, 0])
})

test('a completion the server cannot take says so and can be tapped again; its own sentence comes first', async ({ family, page }) => {
  const [mia] = await kids(family)
  await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  await openWall(page)
  await tap(page, 'Mia', 'Dishes')
  await page.route('**/api/quests/*', (route) => route.fulfill({ status: 500, body: '' }))
  const face = question(page).getByRole('button', { name: 'Mia' })
  await face.click()
  await expect(page.getByText('Unable to complete quest. Please try again.', { exact: true })).toBeVisible()
  await expect(face).toBeFocused()
  await page.unroute('**/api/quests/*')
  await page.route('**/api/quests/*', (route) => route.fulfill({ status: 403, json: { code: 'not_allowed', message: 'Not with this profile.' } }))
  await face.click()
  await expect(page.getByText('Not with this profile.', { exact: true })).toBeVisible()
  await page.unroute('**/api/quests/*')
  await face.click()
  await expect(tile(page, 'Mia', 'Dishes')).toContainText('Done!')
  expect(await balanceOf(family, mia)).toBe(20)
})

test('a quest that is done or gone elsewhere while the question is open pays nothing', async ({ family, page }) => {
  const [mia, leo] = await kids(family)
  const dishes = await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  const dog = await addQuest(family.context, family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await openWall(page)
  await tap(page, 'Mia', 'Dishes')
  await complete(family, dishes.id, leo)
  await expect(question(page)).toContainText('is done already')
  for (const name of ['Mia', 'Leo', 'Anna']) await expect(question(page).getByRole('button', { name })).toBeDisabled()
  await page.keyboard.press('Escape')

  await tap(page, 'Mia', 'Feed the dog')
  await family.context.request.delete(`/api/quests/${dog.id}`)
  await expect(page.getByRole('article', { name: 'Feed the dog', includeHidden: true })).toHaveCount(0)
  await question(page).getByRole('button', { name: 'Mia' }).click()
  await expect(page.getByText('Unable to complete quest. Please try again.', { exact: true })).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect(await balanceOf(family, mia)).toBe(0)
})

test('with the keyboard: tab to a quest, enter, enter; the focus stays in the column', async ({ family, page }) => {
  const [mia] = await kids(family)
  await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  await openWall(page)
  const button = tile(page, 'Mia', 'Dishes').getByRole('button')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('button', { name: 'Mia' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('button', { name: 'Mia' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tile(page, 'Mia', 'Dishes')).toContainText('Done!')
  await expect(columnOf(page, 'Mia')).toBeFocused()
})

test('acting as Mia only her own quests can be tapped, and only she did them; the way out leads to her bubble', async ({ family, browser, baseURL }) => {
  const [mia, leo] = await kids(family)
  await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia, leo] })
  const tablet = await browser.newContext()
  const troubles: string[] = []
  watch(tablet, baseURL ?? '', troubles)
  await signIn(tablet, family.credentials)
  expect((await tablet.request.put('/api/auth/active-member', { data: { memberId: mia } })).status()).toBe(200)
  const page = await tablet.newPage()
  await openWall(page)
  await expect(tile(page, 'Leo', 'Dishes')).toBeVisible()
  await expect(tile(page, 'Leo', 'Dishes').getByRole('button')).toHaveCount(0)
  await expect(gems(page, 'Leo')).toHaveText('0gems')
  await tap(page, 'Mia', 'Dishes')
  await expect(question(page).getByRole('button', { name: 'Mia' })).toBeVisible()
  await expect(question(page).getByRole('button')).toHaveCount(2)
  await question(page).getByRole('button', { name: 'Mia' }).click()
  for (const name of ['Mia', 'Leo']) await expect(tile(page, name, 'Dishes')).toContainText('Done!')
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page).toHaveURL(`/kid/${mia}`)
  expect(troubles).toEqual([])
  await tablet.close()
})

test('the wall is a press away in the settings of this device, has no frame, and leads back home', async ({ family, page }) => {
  await page.goto('/settings')
  await page.getByRole('region', { name: 'This device', exact: true }).getByRole('link', { name: 'Open the wall screen' }).click()
  await expect(page).toHaveURL('/wall')
  await expect(page.getByRole('heading', { name: 'No quests today' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page).toHaveURL(`/parent/${family.memberId}`)
  await page.context().clearCookies()
  await page.goto('/wall')
  await expect(page).toHaveURL('/login')
})

test('what is changed elsewhere is on the wall by itself: quests, members, gems', async ({ family, page }) => {
  await openWall(page)
  await expect(page.getByRole('heading', { name: 'No quests today' })).toBeVisible()
  const [mia, leo] = await kids(family)
  const dishes = await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 25 })
  await expect(tile(page, 'Mia', 'Dishes')).toBeVisible()
  await family.context.request.patch(`/api/quests/${dishes.id}`, { data: { assigneeIds: [leo] } })
  await expect(tile(page, 'Leo', 'Dishes')).toBeVisible()
  await expect(columnOf(page, 'Mia')).toHaveCount(0)
  await complete(family, dishes.id, leo)
  await expect(tile(page, 'Leo', 'Dishes')).toContainText('Done!')
  await expect(gems(page, 'Leo')).toHaveText('25gems')
})

for (const how of ['socket', 'network'] as const) {
  test(`after a lost ${how} the wall is right without a touch`, async ({ family, page }) => {
    const [mia, leo] = await kids(family)
    const dishes = await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 25 })
    const old = await addQuest(family.context, family, 'Old quest', 'To Do', { assigneeIds: [mia] })
    const line = await socketSwitch(page)
    await openWall(page)
    await expect(tile(page, 'Mia', 'Dishes')).toBeVisible()
    if (how === 'socket') await line.cut()
    else await page.context().setOffline(true)
    await expect(page.getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()

    await complete(family, dishes.id, mia)
    await family.context.request.delete(`/api/quests/${old.id}`)
    await addQuest(family.context, family, 'Brand new', 'Ideas', { assigneeIds: [leo] })
    await expect(tile(page, 'Mia', 'Dishes')).not.toContainText('Done!')

    if (how === 'socket') line.restore()
    else await page.context().setOffline(false)
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
    await expect(tile(page, 'Mia', 'Dishes')).toContainText('Done!')
    await expect(gems(page, 'Mia')).toHaveText('25gems')
    await expect(tile(page, 'Leo', 'Brand new')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    await addQuest(family.context, family, 'After the return', 'Ideas', { assigneeIds: [leo] })
    await expect(tile(page, 'Leo', 'After the return')).toBeVisible()
  })
}

for (const [what, path, sentence] of [
  ['server', '**/api/**', outOfReach],
  ['family', '**/api/{families,health}**', outOfReach],
  ['list of quests', '**/api/{families/*/quests,health}', outOfReach],
  ['list of who did what', '**/api/{families/*/quest-completions**,health}', 'Who did what is not known yet'],
] as const) {
  test(`opened while the ${what} is away, the wall tries again by itself`, async ({ family, page }) => {
    const quest = await addQuest(family.context, family, 'Dishes', 'To Do', { recurring: 'daily' })
    await page.clock.install()
    await page.route(path, (route) => route.abort())
    await page.goto('/wall')
    await expect(page.getByText(sentence)).toBeVisible()
    await page.clock.runFor(11_000)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.unroute(path)
    await page.clock.runFor(5000)
    await expect(tile(page, 'Anna', 'Dishes').getByRole('button')).toBeVisible()
    await expect(page.getByText(sentence)).toBeHidden()
    // And from here on it is live.
    await page.clock.resume()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await complete(family, quest.id, family.memberId)
    await expect(tile(page, 'Anna', 'Dishes')).toContainText('Done!')
  })
}

test('at midnight the day, the time and the quests roll over', async ({ family, page }) => {
  await addQuest(family.context, family, 'Dishes')
  const teeth = await addQuest(family.context, family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  const bins = await addQuest(family.context, family, 'Put the bins out')
  for (const { id } of [teeth, bins]) await complete(family, id, family.memberId)
  await page.clock.install({ time: new Date(`${today()}T23:58:30+01:00`) })
  await page.goto('/wall')
  const words = (offset: number) => {
    const date = new Date(Date.parse(today()) + offset * 86_400_000)
    const part = (options: Intl.DateTimeFormatOptions) => date.toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })
    return `${part({ weekday: 'long' })}, ${part({ day: 'numeric', month: 'long' })}`
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(0))
  await expect(page.getByRole('time')).toHaveText('23:58')
  await expect(columnOf(page, 'Anna')).toContainText('2 of 3 done')
  await page.clock.runFor('00:40')
  await expect(page.getByRole('time')).toHaveText('23:59')
  await page.clock.runFor('01:00')
  await expect(page.getByRole('time')).toHaveText('00:00')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(1))
  await expect(columnOf(page, 'Anna')).toContainText('0 of 2 done')
  await expect(columnOf(page, 'Anna').getByRole('article')).toHaveText([/Dishes/, /Brush teeth/])
})

test.describe('awake', () => {
  type Awake = { asked: number; held: number }
  const awake = (page: Page) => page.evaluate(() => (window as unknown as { awake: Awake }).awake)

  test('the screen is asked to stay lit, again whenever it comes back, and let go on leaving', async ({ family, page }) => {
    await family.context.addInitScript(() => {
      const state: Awake & { take: () => void } = { asked: 0, held: 0, take: () => {} }
      Object.assign(window, { awake: state })
      const request = async () => {
        state.asked++
        state.held++
        const lock = {
          released: false,
          release: async () => {
            if (!lock.released) state.held--
            lock.released = true
          },
        }
        state.take = () => void lock.release()
        return lock
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    await openWall(page)
    expect(await awake(page)).toMatchObject({ asked: 1, held: 1 })
    // Hidden, the browser takes it back; nothing is asked for until the page is seen again.
    await page.evaluate(() => {
      ;(window as unknown as { awake: { take: () => void } }).awake.take()
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(await awake(page)).toMatchObject({ asked: 1, held: 0 })
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      for (let time = 0; time < 3; time++) document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(() => awake(page)).toMatchObject({ asked: 2, held: 1 })
    await page.getByRole('link', { name: 'Leave the wall screen' }).click()
    await expect.poll(() => awake(page)).toMatchObject({ asked: 2, held: 0 })
  })

  for (const [how, value] of [
    ['is missing', 'missing'],
    ['is refused', 'refused'],
  ] as const) {
    test(`where that ${how} the wall is quiet about it`, async ({ family, page }) => {
      await family.context.addInitScript((kind) => {
        if (kind === 'missing') delete (Object.getPrototypeOf(navigator) as { wakeLock?: unknown }).wakeLock
        else Object.defineProperty(navigator, 'wakeLock', { value: { request: () => Promise.reject(new DOMException('No', 'NotAllowedError')) } })
      }, value)
      await openWall(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.getByRole('link', { name: 'Leave the wall screen' }).click()
      await expect(page).toHaveURL(`/parent/${family.memberId}`)
    })
  }
})

const sizes = [
  [390, 844],
  [820, 1180],
  [1280, 800],
  [1440, 900],
] as const

/** Smaller than this nobody reads from across a kitchen, in pixels. */
const smallest = 18

async function expectReadable(page: Page): Promise<void> {
  const small = await page.evaluate((limit) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      if (
        parent &&
        texts.currentNode.textContent?.trim() &&
        Number.parseFloat(getComputedStyle(parent).fontSize) < limit &&
        !parent.closest('.sr-only, noscript')
      ) {
        found.push(texts.currentNode.textContent)
      }
    }
    return found
  }, smallest)
  expect(small).toEqual([])
}

async function expectWallLooks(page: Page): Promise<void> {
  await expectGoodLooks(page)
  await expectReadable(page)
}

test('the empty wall is accessible and fits, on every screen', async ({ family, page }) => {
  expect(family.familyId).toBeTruthy()
  await openWall(page)
  await expect(page.getByRole('heading', { name: 'No quests today' })).toBeVisible()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expectWallLooks(page)
  }
})

for (const [width, height] of sizes) {
  test(`eight members and sixty quests fit at ${width}x${height}, with the question and what is said, in light and dark`, async ({ family, page }) => {
    test.slow()
    const names = ['Mia', 'Leo', 'Maximilian', 'Ida', 'Ben', 'Grandmother Hannelore', 'Zoë']
    const ids = [family.memberId]
    for (const name of names) ids.push((await addKid(family, name)).id)
    for (let number = 0; number < 60; number++) {
      await addQuest(family.context, family, `Quest number ${number}`, number % 4 === 0 ? 'Done' : 'To Do', {
        assigneeIds: [ids[number % 8]],
        recurring: number % 3 === 0 ? 'daily' : 'once',
      })
    }
    await page.setViewportSize({ width, height })
    await openWall(page)
    await expect(page.getByRole('article')).toHaveCount(60)
    if (width > 640) {
      // The page stays; each column scrolls inside.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
      for (const name of ['Anna', ...names]) await expect(page.getByRole('heading', { name })).toBeInViewport({ ratio: 1 })
      const last = columnOf(page, 'Zoë').getByRole('article').last()
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: 'Zoë' })).toBeInViewport({ ratio: 1 })
    }
    await expectWallLooks(page)
    await columnOf(page, 'Leo').getByRole('article').getByRole('button').first().click()
    await expect(question(page)).toBeVisible()
    await expectWallLooks(page)
    await question(page).getByRole('button', { name: 'Leo' }).click()
    await expect(page.getByText('Quest Completed!', { exact: true })).toBeVisible()
    await expectReadable(page)
  })
}
