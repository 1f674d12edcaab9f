import type { Page } from '@playwright/test'
import {
  addMember,
  balanceOf,
  change,
  chooseMenuItem,
  complete,
  dayFromNow,
  openLive,
  questsOf,
  expectText,
  toast,
} from './actions.ts'
import { card, column, dragTo, inColumn, openBoard, openBoardWithoutEvents } from './board.ts'
import { addQuest, columnId, expect, test, type SignedUp } from './family.ts'
import { intercept, refusal } from './intercept.ts'
import { expectAccessible } from './accessibility.ts'

const whoDidIt = (page: Page) => page.getByRole('dialog', { name: 'Who did it?' })

const isCompletion = (body: string | null) => body?.includes('completingMemberId') === true

/** The completions the page asks for, by whom. */
function watchCompletions(page: Page): string[] {
  const members: string[] = []
  page.on('request', (request) => {
    if (isCompletion(request.postData())) members.push(request.postDataJSON().completingMemberId)
  })
  return members
}

const completionsOf = async ({ context, familyId }: SignedUp) =>
  (
    await context.request.get(`/api/families/${familyId}/quest-completions`, {
      params: { startDate: dayFromNow(), endDate: dayFromNow() },
    })
  ).json()

test("Anna drags Mia's quest to Done: Mia is paid and sees it done; Undo takes the gems back and puts the quest where it was", async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Feed the dog', 'In Progress', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openLive(mia.page, `/kid/${mia.id}`)
  const onTablet = mia.page.getByRole('article', { name: 'Feed the dog' })
  await expect(onTablet.getByRole('button', { name: /20/ })).toBeVisible()
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  await expectText(toast(page), 'Mia did it: 20 gems')
  await expectText(toast(page), '"Feed the dog" is done.')
  await expect(inColumn(page, 'Done', 'Feed the dog')).toBeVisible()
  await expect(whoDidIt(page)).toHaveCount(0)
  await expect(onTablet).toContainText('Done!')
  await expect(mia.page.locator('[data-gem-target]')).toContainText('20 gems')
  await expectAccessible(page)

  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  await undo.focus()
  expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Enter')
  await expectText(toast(page), '20 gems of Mia')
  await expect(inColumn(page, 'In Progress', 'Feed the dog')).toBeVisible()
  await expect(onTablet.getByRole('button', { name: /20/ })).toBeVisible()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)
})

test('a quest of two children asks who did it; Nobody, Escape and a tap beside only move it, and the focus goes back', async ({
  family,
  page,
  mia,
}) => {
  const { id: leo } = await addMember(family, 'Leo')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id, leo] })
  await openBoard(page)
  const completions = watchCompletions(page)
  const more = card(page, 'Dishes').getByRole('button', { name: 'More for Dishes' })
  for (const end of ['Nobody', 'Escape', 'beside']) {
    await chooseMenuItem(page, card(page, 'Dishes'), 'Done')
    await expect(whoDidIt(page)).toContainText('"Dishes" for 20 gems')
    await expect(whoDidIt(page).getByRole('listitem')).toHaveText(['Mia', 'Leo'])
    await expect(whoDidIt(page).getByRole('button', { name: 'Mia' })).toBeFocused()
    if (end === 'Nobody') {
      await expectAccessible(page)
      await whoDidIt(page).getByRole('button', { name: 'Nobody, just move it' }).click()
    } else if (end === 'Escape') await page.keyboard.press('Escape')
    else await page.mouse.click(5, 5)
    await expect(whoDidIt(page)).toHaveCount(0)
    await expect(inColumn(page, 'Done', 'Dishes')).toBeVisible()
    await expect(more).toBeFocused()
    await chooseMenuItem(page, card(page, 'Dishes'), 'To Do')
    await expect(inColumn(page, 'To Do', 'Dishes')).toBeVisible()
  }
  expect(completions).toEqual([])
  await expect(toast(page)).toHaveCount(0)

  await chooseMenuItem(page, card(page, 'Dishes'), 'Done')
  await whoDidIt(page).getByRole('button', { name: 'Leo' }).click()
  await expectText(toast(page), 'Leo did it: 20 gems')
  await expect(whoDidIt(page)).toHaveCount(0)
  expect(completions).toEqual([leo])
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expectText(toast(page), '20 gems of Leo')
  await expect(inColumn(page, 'To Do', 'Dishes')).toBeVisible()
  await expect.poll(() => Promise.all([balanceOf(family, mia.id), balanceOf(family, leo)])).toEqual([0, 0])
})

test('by keys alone a quest is moved to Done and completed: for a parent who is its only assignee, without gems none are said', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Water the plants', 'In Progress', { gemValue: 0 })
  await openBoard(page)
  const grip = card(page, 'Water the plants').getByRole('button', { name: 'Move Water the plants' })
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging]')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Water the plants is over Done.')).toBeAttached()
  await page.keyboard.press('Space')
  await expectText(toast(page), 'Anna did it')
  await expect(inColumn(page, 'Done', 'Water the plants')).toBeVisible()
  await expect(grip).toBeFocused()
  expect(await completionsOf(family)).toMatchObject([{ memberId: family.memberId }])
})

test('Complete in the menu asks once for each of two who share a daily quest, and is gone when both have done it', async ({
  family,
  page,
  mia,
}) => {
  const { id: leo } = await addMember(family, 'Leo')
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id, leo], recurring: 'daily', gemValue: 5 })
  await openBoard(page)
  await chooseMenuItem(page, card(page, 'Brush teeth'), 'Complete')
  await whoDidIt(page).getByRole('button', { name: 'Leo' }).click()
  await expectText(toast(page), 'Leo did it: 5 gems')
  await expect(inColumn(page, 'Done', 'Brush teeth')).toContainText('1 of 2 today')

  await chooseMenuItem(page, card(page, 'Brush teeth'), 'Complete')
  await expect(whoDidIt(page).getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await expect(whoDidIt(page).getByRole('button', { name: 'Nobody, just move it' })).toHaveCount(0)
  await whoDidIt(page).getByRole('button', { name: 'Mia' }).click()
  await expectText(toast(page), 'Mia did it: 5 gems')
  await expect(inColumn(page, 'Done', 'Brush teeth')).not.toContainText('1 of 2')
  await card(page, 'Brush teeth').getByRole('button', { name: 'More for Brush teeth' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Quest' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // It was in the last column before: only the completion is taken back, Leo's stays.
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expectText(toast(page), '5 gems of Mia')
  await expect(inColumn(page, 'Done', 'Brush teeth')).toContainText('1 of 2 today')
  await expect.poll(() => Promise.all([balanceOf(family, mia.id), balanceOf(family, leo)])).toEqual([0, 5])
})

test('Undo leaves a daily quest in Done when the other child has done it meanwhile', async ({ family, page, mia }) => {
  const { id: leo } = await addMember(family, 'Leo')
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', {
    assigneeIds: [mia.id, leo],
    recurring: 'daily',
    gemValue: 5,
  })
  await openBoard(page)
  await chooseMenuItem(page, card(page, 'Brush teeth'), 'Done')
  await whoDidIt(page).getByRole('button', { name: 'Mia' }).click()
  await expectText(toast(page), 'Mia did it: 5 gems')
  await complete(family, teeth.id, leo)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expectText(toast(page), '5 gems of Mia')
  await expect(inColumn(page, 'Done', 'Brush teeth')).toContainText('1 of 2 today')
  await expect.poll(() => Promise.all([balanceOf(family, mia.id), balanceOf(family, leo)])).toEqual([0, 5])
})

test('a completion that is refused leaves the quest moved and says so; a move that is refused completes nothing', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(page)
  const completions = watchCompletions(page)
  await intercept(page, '**/api/quests/*', (route) =>
    isCompletion(route.request().postData()) ? route.fulfill(refusal) : route.fallback(),
  )
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  await expectText(toast(page), 'Moved, but not completed')
  await expectText(toast(page), 'Failed to update quest')
  await expect(inColumn(page, 'Done', 'Feed the dog')).toBeVisible()
  expect(await questsOf(family)).toMatchObject([{ columnId: columnId(family, 'Done') }])
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)

  await page.unroute('**/api/quests/*')
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'To Do')
  await expect(inColumn(page, 'To Do', 'Feed the dog')).toBeVisible()
  await intercept(page, '**/api/quests/*', (route) => route.fulfill(refusal))
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  await expectText(toast(page), 'Error')
  await expect(inColumn(page, 'To Do', 'Feed the dog')).toBeVisible()
  expect(completions).toEqual([mia.id])
})

test('a quest done before is not completed again: the server says so, and a quest finished in an older Done asks nothing', async ({
  family,
  page,
  kitchen,
  mia,
}) => {
  const plants = await addQuest(family, 'Water the plants', 'To Do', { assigneeIds: [mia.id] })
  const dog = await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id] })
  await openBoardWithoutEvents(page)
  await complete(family, dog.id, mia.id)
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  await expectText(toast(page), 'Already done')

  await complete(family, plants.id, mia.id)
  const made = await family.context.request.post(`/api/families/${family.familyId}/quest-columns`, {
    data: { title: 'Archive', emoji: '📦', position: 4 },
  })
  expect(made.status()).toBe(201)
  await openBoard(kitchen)
  const completions = watchCompletions(kitchen)
  await dragTo(kitchen, card(kitchen, 'Water the plants'), column(kitchen, 'Archive'))
  await expect(inColumn(kitchen, 'Archive', 'Water the plants')).toBeVisible()
  // This event would come after that of the completion.
  await change(family, `/api/quests/${dog.id}`, { title: 'Feed all dogs' })
  await expect(card(kitchen, 'Feed all dogs')).toBeVisible()
  expect(completions).toEqual([])
  await expect.poll(() => balanceOf(family, mia.id)).toBe(40)
})

test('the last of two moves before the first response counts: into Done it completes, out of Done it does not', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(page)
  const completions = watchCompletions(page)
  /** Both are made before the first is answered, and reach the server in their order. */
  const moveTwice = async (...titles: string[]) => {
    const { promise: bothMade, resolve: release } = Promise.withResolvers<void>()
    let answered: Promise<void> = bothMade
    await intercept(page, '**/api/quests/*', (route) => {
      answered = answered.then(async () => route.fulfill({ response: await route.fetch() }))
      return answered
    })
    for (const title of titles) {
      await chooseMenuItem(page, card(page, 'Feed the dog'), title)
      await expect(inColumn(page, title, 'Feed the dog')).toBeVisible()
    }
    release()
    await answered
    await page.unroute('**/api/quests/*')
  }
  await moveTwice('Done', 'In Progress')
  await expect(inColumn(page, 'In Progress', 'Feed the dog')).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
  expect(completions).toEqual([])

  await moveTwice('To Do', 'Done')
  await expectText(toast(page), 'Mia did it: 20 gems')
  await expect(inColumn(page, 'Done', 'Feed the dog')).toBeVisible()
  expect(completions).toEqual([mia.id])
})
