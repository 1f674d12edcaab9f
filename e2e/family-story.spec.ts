import { fillInSignUp, finishLater, expectText, createQuest } from './actions.ts'
import { card, column, dragTo, openBoard, showBoard, touchDragTo } from './board.ts'
import { expect, firstPage, newCredentials, signIn, test } from './family.ts'

test('Anna signs up, writes two quests, drags one, and the kitchen screen shows it at once', async ({
  page,
  openContext,
}) => {
  const anna = newCredentials()
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await fillInSignUp(page, anna)
  await expectText(page, 'Account created!')
  await finishLater(page)
  await expect(page.getByText('Berg Family')).toBeVisible()
  await showBoard(page)

  for (const title of ['Feed the dog', 'Tidy the desk']) {
    await createQuest(page, title)
    await expect(card(page, title)).toBeVisible()
  }

  const kitchen = await openContext()
  await signIn(kitchen, anna)
  const screen = await firstPage(kitchen)
  await openBoard(screen)
  await expect(card(screen, 'Feed the dog')).toBeVisible()
  await screen.evaluate(() => Object.assign(window, { neverReloaded: true }))

  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))

  await expect(column(page, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(column(screen, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(column(screen, 'To Do').getByRole('article', { name: 'Tidy the desk' })).toBeVisible()
  expect(await screen.evaluate(() => 'neverReloaded' in window)).toBe(true)
})

test('on a phone Anna does the same with her finger', async ({ openDevice }) => {
  const page = await openDevice({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const screen = await openDevice()
  await openBoard(page, screen)
  await page.getByRole('button', { name: 'Create Quest' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await dialog.getByLabel('Title').fill('Feed the dog')
  await dialog.getByRole('button', { name: 'Create Quest' }).tap()
  await expect(dialog).toBeHidden()

  await card(page, 'Feed the dog').scrollIntoViewIfNeeded()
  await touchDragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))

  await expect(column(page, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(column(screen, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
})
