import {
  confirmDeletion,
  createQuest,
  chooseMenuItem,
  editQuest,
  expectText,
  fillInSignUp,
  finishLater,
} from '../actions.ts'
import { card, column, dragTo, inColumn, openBoard, showBoard } from '../board.ts'
import { expect, firstPage, newCredentials, signIn, test } from '../family.ts'

test('Anna signs up, and the kitchen screen shows each of her changes at once', async ({ page, openContext }) => {
  const anna = newCredentials()
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await fillInSignUp(page, anna)
  await expectText(page, 'Account created!')
  await finishLater(page)
  await showBoard(page)
  await createQuest(page, 'Feed the dog')

  const device = await openContext()
  await signIn(device, anna)
  const kitchen = await firstPage(device)
  await openBoard(kitchen)
  await expect(card(kitchen, 'Feed the dog')).toBeVisible()
  await kitchen.evaluate(() => Object.assign(window, { neverReloaded: true }))

  await createQuest(page, 'Tidy the desk')
  await expect(inColumn(kitchen, 'To Do', 'Tidy the desk')).toBeVisible()
  const dialog = await editQuest(page, 'Feed the dog')
  await dialog.getByLabel('Title').fill('Feed the dog twice')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card(kitchen, 'Feed the dog twice')).toBeVisible()
  await dragTo(page, card(page, 'Feed the dog twice'), column(page, 'In Progress'))
  for (const screen of [page, kitchen])
    await expect(inColumn(screen, 'In Progress', 'Feed the dog twice')).toBeVisible()
  await chooseMenuItem(page, card(page, 'Tidy the desk'), 'Delete Quest')
  await confirmDeletion(page)
  for (const screen of [page, kitchen]) await expect(card(screen, 'Tidy the desk')).toBeHidden()
  expect(await kitchen.evaluate(() => 'neverReloaded' in window)).toBe(true)
})
