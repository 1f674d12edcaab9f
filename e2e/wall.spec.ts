import { day } from './calendar.ts'
import {
  addMember,
  balanceOf,
  complete,
  dayFromNow,
  delayResponse,
  expectText,
  remove,
  setPin,
  toast,
} from './actions.ts'
import { boxOf } from './board.ts'
import { addQuest, expect, tabletOf, test } from './family.ts'
import { failNext } from './intercept.ts'
import { stopClock } from './page-clock.ts'
import { columnOf, gems, kids, openWall, completerDialog, tap, wallTile } from './wall.ts'

test('Mia taps her quest on the wall: it pops, the gems fly to her, and the other screens know', async ({
  family,
  page,
  kitchen: parents,
}) => {
  const [mia, leo] = await kids(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 30 })
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await addQuest(family, 'Make the bed', 'To Do', { assigneeIds: [leo] })
  await parents.goto('/parent')
  await expect(parents.getByRole('article', { name: 'Dishes' })).toContainText('To do')
  await openWall(page)
  await expect(page).toHaveTitle(/^Today/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Mia', 'Leo'])
  await expect(columnOf(page, 'Mia')).toContainText('0 of 2 done')
  await expect(gems(page, 'Mia')).toHaveText('00 gems')

  await page.evaluate(() => {
    const landings = new Map<Element, string>()
    Object.assign(window, { landings })
    // Records where each gem lands, at the end of its animation.
    requestAnimationFrame(function look() {
      const {
        left = 0,
        top = 0,
        width = 0,
        height = 0,
      } = document.querySelector('[data-gems-of]')?.getBoundingClientRect() ?? {}
      for (const gem of document.querySelectorAll<HTMLElement>('[data-gem]')) {
        // It moves aside, and what is in it up and down.
        const ends = gem
          .getAnimations({ subtree: true })
          .map(({ effect }) => effect instanceof KeyframeEffect && effect.getKeyframes().at(-1)?.['translate'])
        const moves = ends.filter((end) => typeof end === 'string').map((end) => end.split(' ').map(Number.parseFloat))
        const [x = 0, y = 0] = [0, 1].map((axis) => moves.reduce((sum, move) => sum + (move[axis] ?? 0), 0))
        const [aside, below] = [
          left + width / 2 - Number.parseFloat(gem.style.left) - x,
          top + height / 2 - Number.parseFloat(gem.style.top) - y,
        ]
        const isHit = Math.hypot(aside, below) < 3
        if (isHit || !landings.has(gem)) landings.set(gem, isHit ? 'hit' : 'missed')
      }
      requestAnimationFrame(look)
    })
  })
  await tap(page, 'Mia', 'Dishes')
  await expectText(page, 'Quest Completed!')
  await expectText(page, 'Mia earned 30 gems!')
  await expect(completerDialog(page)).toBeHidden()
  const landings = await page.evaluate(() => [
    ...(window as unknown as { landings: Map<Element, string> }).landings.values(),
  ])
  expect(landings).toEqual(Array(5).fill('hit'))
  await expect(gems(page, 'Mia')).toHaveText('3030 gems')
  await expect(columnOf(page, 'Mia')).toContainText('1 of 2 done')
  // A completed quest stays at the end, marked as done.
  await expect(columnOf(page, 'Mia').getByRole('article')).toHaveText([/Feed the dog/, /Dishes.*Done!/])
  await expect(wallTile(page, 'Mia', 'Dishes').getByRole('button')).toHaveCount(0)
  await expect(parents.getByRole('article', { name: 'Dishes' })).toContainText('Done')
  await expect.poll(() => balanceOf(family, mia)).toBe(30)
})

test('a wall whose clock is a day fast completes a quest on today, and each screen of it says that the clock is wrong', async ({
  family,
  page,
}) => {
  const [mia] = await kids(family)
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia], recurring: 'daily', gemValue: 5 })
  await page.addInitScript(() => {
    const RightDate = Date
    const now = () => RightDate.now() + 86_400_000
    globalThis.Date = class extends RightDate {
      static override now = now
      constructor(...parts: [string | number | Date] | []) {
        super(parts[0] ?? now())
      }
    } as DateConstructor
  })
  await openWall(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(day().name.replace(/ (?=\d)/, ', '))
  await expectText(page, "This device's clock is wrong")
  await tap(page, 'Mia', 'Brush teeth')
  await expectText(page, 'Mia earned 5 gems!')
  const range = { startDate: day(-1).date, endDate: day(1).date }
  const done = await family.context.request.get(`/api/families/${family.familyId}/quest-completions`, { params: range })
  expect(await done.json()).toMatchObject([{ completedDate: day().date, memberId: mia }])
  await page.goto(`/kid/${mia}`)
  await expectText(page, "This device's clock is wrong")
  await page.goto('/parent')
  await expectText(page, "This device's clock is wrong")
  await expect(page.getByRole('article', { name: 'Brush teeth' }).first()).toContainText('Done')
})

test('a weekly quest that was done on the day beside its day is done on the wall, and undone in the calendar', async ({
  family,
  page,
  kitchen: parents,
}) => {
  const [mia] = await kids(family)
  const { id } = await addQuest(family, 'Water the plants', 'To Do', {
    assigneeIds: [mia],
    recurring: 'weekly',
    gemValue: 10,
  })
  await complete(family, id, mia, dayFromNow(-1))
  await parents.goto('/parent')
  await openWall(page)
  await expect(wallTile(page, 'Mia', 'Water the plants')).toContainText('Done!')
  await expect(wallTile(page, 'Mia', 'Water the plants').getByRole('button')).toHaveCount(0)
  await parents.getByRole('button', { name: 'More for Water the plants' }).click()
  await parents.getByRole('menuitem', { name: 'Undo', exact: true }).click()
  await expect(wallTile(page, 'Mia', 'Water the plants').getByRole('button')).toBeVisible()
  await expect(gems(page, 'Mia')).toHaveText('00 gems')
})

test('a quest of two stands at both; whoever did it is paid, and when all is done the wall says so', async ({
  family,
  page,
  kitchen,
}) => {
  const [mia, leo] = await kids(family)
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia, leo], recurring: 'daily', gemValue: 5 })
  await addQuest(family, 'Set the table', 'To Do', { assigneeIds: [leo], targetTime: '18:00' })
  await openWall(page)
  await expect(columnOf(page, 'Leo').getByRole('article')).toHaveText([/Set the table.*18:00/, /Brush teeth/])

  await tap(page, 'Mia', 'Brush teeth')
  await expect(completerDialog(page)).toContainText('Brush teeth')
  // Whose tile it was comes first, and has the focus already; then other assignees, then children before parents.
  const faces = completerDialog(page).getByRole('button', { name: /^(Mia|Leo|Anna)$/ })
  await expect(faces).toHaveText(['Mia', 'Leo', 'Anna'])
  await expect(faces.first()).toBeFocused()
  await completerDialog(page).getByRole('button', { name: 'Leo' }).click()
  await expect(wallTile(page, 'Leo', 'Brush teeth')).toContainText('Done!')
  await expect(wallTile(page, 'Mia', 'Brush teeth')).not.toContainText('Done!')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 5])

  // A tap right after another is ignored, so it is repeated until the question opens.
  await expect(async () => {
    if (!(await completerDialog(page).isVisible()))
      await wallTile(page, 'Mia', 'Brush teeth').getByRole('button').click({ timeout: 500 })
    await expect(completerDialog(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(completerDialog(page).getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await completerDialog(page).getByRole('button', { name: 'Mia' }).click()
  await expect(columnOf(page, 'Mia')).toContainText('1 of 1 done')
  await expect(page.getByText('Everything is done today. Well done, everyone!')).toHaveCount(0)

  await openWall(kitchen)
  await tap(kitchen, 'Leo', 'Set the table')
  for (const screen of [page, kitchen]) await expectText(screen, 'Everything is done today. Well done, everyone!')
})

test('one tap on the own tile is enough; within five seconds “Not Theo?” takes it back and asks who it was', async ({
  family,
  page,
}) => {
  const [mia] = await kids(family)
  const { id: theo } = await addMember(family, 'Theo')
  const { id: ida } = await addMember(family, 'Ida')
  await setPin(family, ida, '1234')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [theo], gemValue: 30, description: 'The pans, too' })
  await addQuest(family, 'Read', 'To Do', { assigneeIds: [theo], gemValue: 0 })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [ida] })
  await page.clock.install()
  await openWall(page)
  const balances = () => Promise.all([balanceOf(family, mia), balanceOf(family, theo)])
  const notTheo = page.getByRole('button', { name: 'Not Theo?' })
  // A second tap finds the tile that has moved up.
  await wallTile(page, 'Theo', 'Dishes').getByRole('button').dblclick()
  await expectText(page, 'Theo earned 30 gems!')
  await expect(columnOf(page, 'Theo').getByRole('article')).toHaveText([/Read/, /Dishes.*Done!/])
  await expect.poll(balances).toEqual([0, 30])
  const { width, height } = await boxOf(notTheo)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(56)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(notTheo).toBeFocused()
  await page.keyboard.press('Enter')
  const faces = completerDialog(page).getByRole('button', { name: /^(Mia|Leo|Theo|Ida|Anna)$/ })
  await expect(faces).toHaveText(['Mia', 'Leo', 'Ida', 'Anna', 'Theo'])
  await expect(faces.first()).toBeFocused()
  await expectText(completerDialog(page), 'The pans, too')
  await expect.poll(balances).toEqual([0, 0])
  // Without an answer nobody has done it.
  await page.keyboard.press('Escape')
  await expect(columnOf(page, 'Theo')).toBeFocused()
  await expect(columnOf(page, 'Theo')).toContainText('0 of 2 done')
  await page.clock.runFor(6000)
  await tap(page, 'Theo', 'Dishes')
  await notTheo.click()
  await faces.first().click()
  await expectText(page, 'Mia earned 30 gems!')
  await expect(notTheo).toHaveCount(0)
  await expect.poll(balances).toEqual([30, 0])

  await tap(page, 'Theo', 'Read')
  await expectText(toast(page), 'Theo did it')
  await stopClock(page)
  await page.clock.runFor(2500)
  await expect(notTheo).toBeVisible()
  await page.clock.runFor(2500)
  await expect(notTheo).toHaveCount(0)
  await page.clock.resume()
  // A member with a PIN is asked for, as before.
  await tap(page, 'Ida', 'Sweep')
  await expect(completerDialog(page)).toBeVisible()
})

test('a double tap pays once, and opens nothing that lies under the face; two faces tapped at once are one answer', async ({
  family,
  page,
}) => {
  const [mia, leo] = await kids(family)
  for (let number = 1; number <= 24; number++)
    await addQuest(family, `Quest ${number}`, 'To Do', { assigneeIds: [mia, leo], recurring: 'daily' })
  await openWall(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') asked.push(request.url())
  })
  await tap(page, 'Mia', 'Quest 1')
  const face = completerDialog(page).getByRole('button', { name: 'Mia' })
  // It stands still by then.
  await face.click({ trial: true })
  const box = await boxOf(face)
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
  await expect(wallTile(page, 'Mia', 'Quest 1')).toContainText('Done!')
  await expect(completerDialog(page)).toBeHidden()
  expect(asked).toHaveLength(1)
  await expect.poll(() => balanceOf(family, mia)).toBe(20)

  await openWall(page)
  await tap(page, 'Mia', 'Quest 2')
  await completerDialog(page)
    .getByRole('button', { name: 'Mia' })
    .evaluate((face) => {
      const other = [...document.querySelectorAll('[role="dialog"] li button')].find(
        (button) => button.textContent === 'Leo',
      )
      for (const button of [face, other]) (button as HTMLElement).click()
    })
  await expect(wallTile(page, 'Mia', 'Quest 2')).toContainText('Done!')
  await expect(completerDialog(page)).toBeHidden()
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([40, 0])
})

test('by keyboard a completion that fails says why, and is tried again; the focus stays in the column', async ({
  family,
  page,
}) => {
  const [mia, leo] = await kids(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia, leo] })
  await openWall(page)
  const button = wallTile(page, 'Mia', 'Dishes').getByRole('button')
  const face = completerDialog(page).getByRole('button', { name: 'Mia' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(face).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(face).toBeFocused()
  await failNext(page, '**/api/quests/*')
  await page.keyboard.press('Enter')
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(face).toBeFocused()
  await failNext(page, '**/api/quests/*', {
    status: 403,
    json: { code: 'not_allowed', message: 'Not with this profile.' },
  })
  await face.click()
  await expectText(page, 'Not with this profile.')
  await expect(face).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(wallTile(page, 'Mia', 'Dishes')).toContainText('Done!')
  await expect(columnOf(page, 'Mia').locator(':focus')).toHaveCount(1)
  await expect.poll(() => balanceOf(family, mia)).toBe(20)
})

test('a quest that is done or gone elsewhere while the question is open pays nothing, and is celebrated once', async ({
  family,
  page,
}) => {
  const [mia, leo] = await kids(family)
  const both = { assigneeIds: [mia, leo] }
  const dishes = await addQuest(family, 'Dishes', 'To Do', both)
  const dog = await addQuest(family, 'Feed the dog', 'To Do', both)
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { ...both, recurring: 'daily', gemValue: 5 })
  await openWall(page)
  await tap(page, 'Mia', 'Dishes')
  await complete(family, dishes.id, leo)
  await expect(completerDialog(page)).toContainText('is already done')
  for (const name of ['Mia', 'Leo', 'Anna'])
    await expect(completerDialog(page).getByRole('button', { name })).toBeDisabled()
  await page.keyboard.press('Escape')

  await tap(page, 'Mia', 'Feed the dog')
  await remove(family, `/api/quests/${dog.id}`)
  await expect(page.getByRole('article', { name: 'Feed the dog', includeHidden: true })).toHaveCount(0)
  await completerDialog(page).getByRole('button', { name: 'Mia' }).click()
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(completerDialog(page)).toBeHidden()
  await expect.poll(() => balanceOf(family, mia)).toBe(0)
  await toast(page).getByRole('button', { name: 'Close' }).click()

  await tap(page, 'Mia', 'Brush teeth')
  const release = await delayResponse(page, `**/api/quests/${teeth.id}`)
  await completerDialog(page).getByRole('button', { name: 'Mia' }).click()
  await complete(family, teeth.id, mia)
  release()
  await expectText(page, 'Already done')
  await expect(completerDialog(page)).toBeHidden()
  await expect(page.getByText('Quest Completed!', { exact: true })).toHaveCount(0)
  await expect(page.locator('[data-gem]')).toHaveCount(0)
  await expect(gems(page, 'Mia')).toHaveText('55 gems')
  await expect(wallTile(page, 'Mia', 'Brush teeth')).toContainText('Done!')
  await expect.poll(() => balanceOf(family, mia)).toBe(5)
})

test('acting as Mia only her own quests can be tapped, and only she did them; the way out leads to her bubble', async ({
  family,
  openContext,
}) => {
  const [mia, leo] = await kids(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia, leo] })
  const { page } = await tabletOf(mia, family, openContext)
  await openWall(page)
  await expect(wallTile(page, 'Leo', 'Dishes')).toBeVisible()
  await expect(wallTile(page, 'Leo', 'Dishes').getByRole('button')).toHaveCount(0)
  await expect(gems(page, 'Leo')).toHaveText('00 gems')
  await tap(page, 'Mia', 'Dishes')
  await expect(completerDialog(page).getByRole('button', { name: 'Mia' })).toBeVisible()
  await expect(completerDialog(page).getByRole('button')).toHaveCount(2)
  await completerDialog(page).getByRole('button', { name: 'Mia' }).click()
  await expect(wallTile(page, 'Mia', 'Dishes')).toContainText('Done!')
  await expect(wallTile(page, 'Leo', 'Dishes')).toContainText('Mia did it')
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page).toHaveURL(`/kid/${mia}`)
})
