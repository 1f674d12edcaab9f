import type { Page } from '@playwright/test'
import {
  addMember,
  balanceOf,
  chooseMenuItem,
  complete,
  dayFromNow,
  expectAnnounced,
  expectText,
  openLive,
  questsOf,
  toast,
} from '../actions.ts'
import { expectAccessible } from '../accessibility.ts'
import { card, column, dragTo, inColumn, openBoard } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { intercept, refusal } from '../intercept.ts'

const whoDidIt = (page: Page) => page.getByRole('dialog', { name: 'Who did it?' })

test('Mia is paid for a quest that Anna drags to Done, until it is undone', async ({ family, page, mia }) => {
  const windows = await addQuest(family, 'Windows', 'To Do', { gemValue: 5, assigneeIds: [mia.id] })
  await complete(family, windows.id, mia.id, dayFromNow(-1))
  await addQuest(family, 'Feed the dog', 'In Progress', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openLive(mia.page, `/kid/${mia.id}`)
  const moved = page.waitForResponse((response) => response.url().endsWith(windows.id))
  await chooseMenuItem(page, card(page, 'Windows'), 'Ideas')
  await expect(inColumn(page, 'Ideas', 'Windows')).toBeVisible()
  expect((await (await moved).json()).takenBack).toBeUndefined()
  await expect(toast(page)).toHaveCount(0)

  const onTablet = mia.page.getByRole('article', { name: 'Feed the dog' })
  const [gems, open] = [mia.page.locator('[data-gem-target]'), onTablet.getByRole('button', { name: /20/ })]
  const completeByDrag = async () => {
    await expect(open).toBeVisible()
    await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
    await expect(toast(page)).toHaveText(/^Mia did it: 20 gems"Feed the dog" is done\./)
    await expect(inColumn(page, 'Done', 'Feed the dog')).toBeVisible()
    await expect(onTablet).toContainText('Done!')
    await expect(gems).toContainText('25 gems')
  }
  await completeByDrag()
  await expect(whoDidIt(page)).toHaveCount(0)
  await expectAccessible(page)
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'In Progress')
  await expect(toast(page)).toHaveText(/Taken back.*20 gems of Mia/)
  await expect(inColumn(page, 'In Progress', 'Feed the dog')).toBeVisible()
  await expect(open).toBeVisible()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(5)
})

test('a quest of two asks who did it; Nobody only moves it, Escape and a tap beside leave it', async ({
  family,
  page,
}) => {
  const [mia, leo] = [(await addMember(family, 'Mia')).id, (await addMember(family, 'Leo')).id]
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia, leo] })
  await openBoard(page)
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
    await expect(inColumn(page, end === 'Nobody' ? 'Done' : 'To Do', 'Dishes')).toBeVisible()
    await expect(card(page, 'Dishes').getByRole('button', { name: 'More for Dishes' })).toBeFocused()
    if (end === 'Nobody') await chooseMenuItem(page, card(page, 'Dishes'), 'To Do')
  }
  await openBoard(page)
  await chooseMenuItem(page, card(page, 'Dishes'), 'Done')
  await page.keyboard.press('Escape')
  await dragTo(page, card(page, 'Dishes'), column(page, 'Done'))
  await expect(whoDidIt(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await dragTo(page, card(page, 'Dishes'), column(page, 'In Progress'))
  await expectAnnounced(page, 'Put Dishes into In Progress.')
  // Now, because announcements leave after some seconds.
  expect(await page.locator('#announcements').innerText()).not.toContain('into Done.')
  await expect(toast(page)).toHaveCount(0)
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 0])
})

test('Complete asks once for each of two who share a quest; Undo takes back one', async ({ family, page }) => {
  const [mia, leo] = [(await addMember(family, 'Mia')).id, (await addMember(family, 'Leo')).id]
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia, leo], recurring: 'daily', gemValue: 5 })
  await openBoard(page)
  const done = inColumn(page, 'Done', 'Brush teeth')
  await chooseMenuItem(page, card(page, 'Brush teeth'), 'Complete')
  await whoDidIt(page).getByRole('button', { name: 'Leo' }).click()
  await expectText(toast(page), 'Leo did it: 5 gems')
  await expect(done).toContainText('1 of 2 today')

  await chooseMenuItem(page, done, 'Complete')
  await expect(whoDidIt(page).getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await expect(whoDidIt(page).getByRole('button', { name: 'Nobody, just move it' })).toHaveCount(0)
  await whoDidIt(page).getByRole('button', { name: 'Mia' }).click()
  await expectText(toast(page), 'Mia did it: 5 gems')
  await expect(done).not.toContainText('1 of 2')
  await done.getByRole('button', { name: 'More for Brush teeth' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Quest' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // Leo's completion keeps it in Done.
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expectText(toast(page), '5 gems of Mia')
  await expect(done).toContainText('1 of 2 today')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 5])
})

test('the line dies after one call of a drag into Done: Mia is paid; a refused drag changes nothing', async ({
  family,
  page,
}) => {
  const mia = (await addMember(family, 'Mia')).id
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await openBoard(page)
  await intercept(page, '**/api/quests/*', (route) => route.fulfill(refusal))
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  await expectText(toast(page), 'Error')
  await expect(inColumn(page, 'To Do', 'Feed the dog')).toBeVisible()
  expect(await balanceOf(family, mia)).toBe(0)

  await page.unroute('**/api/quests/*')
  let calls = 0
  await intercept(page, '**/api/quests/*', async (route) => {
    if (++calls === 1) await route.fetch()
    await route.abort()
  })
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  await expect.poll(async () => (await questsOf(family))[0]?.columnId).toBe(columnId(family, 'Done'))
  await page.close()
  expect(await balanceOf(family, mia)).toBe(20)
})
