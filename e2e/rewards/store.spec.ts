import type { Page } from '@playwright/test'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { addReward, compose, confirmDeletion, expectText, remove } from '../actions.ts'
import { expect, test } from '../family.ts'
import { failNext, intercept, stateUrl } from '../intercept.ts'
import { openBubble } from '../kid/tablet.ts'
import { openStore, reward, rewardsOf } from '../store.ts'

const pizzaNight = 'A whole night with pizza, the big film about the otters and two friends'
const inWords = { status: 403, json: { code: 'not_allowed', message: 'The server says so.' } }

/** Holds Enter: presses it, and repeats it once what it does is there. */
async function holdEnter(page: Page, isDone: () => Promise<void>): Promise<void> {
  await page.keyboard.down('Enter')
  await isDone()
  for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

test("Anna adds a reward, edits it, hides it from Mia's tablet and deletes it", async ({ family, page, mia }) => {
  await openBubble(mia, '#rewards')
  await openStore(page)
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
  await expectAccessibleAndFitsEverywhere(page)
  const add = page.getByRole('button', { name: 'Add Reward' })
  const dialog = page.getByRole('dialog', { name: 'Create a Reward' })
  await add.focus()
  await holdEnter(page, () => expect(dialog.getByLabel('Reward Title')).toBeFocused())
  const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
  const [title, icon, cost] = [field('Reward Title'), field('Reward Icon'), field('Gem Cost')]
  const create = dialog.getByRole('button', { name: 'Create Reward' })
  await expect(title).not.toHaveAttribute('aria-invalid')
  await title.fill(pizzaNight)
  await icon.selectOption('🍕 Pizza')
  await cost.fill('100001')
  await create.click()
  await expect(dialog.getByText('At most 100000 gems')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await cost.focus()
  const endComposition = await compose(page, '２５０')
  await expect(cost).toHaveValue('２５０')
  await endComposition()
  await expect(cost).toHaveValue('250')
  await failNext(page, '**/api/families/*/rewards', inWords)
  await create.click()
  await expectText(page, 'Failed to create reward')
  await expect(dialog.getByText('The server says so.')).toBeVisible()
  await expect(create).toBeFocused()
  await expect(title).toHaveValue(pizzaNight)
  await holdEnter(page, () => expect(add).toBeFocused())
  await expectText(page, 'Reward created successfully')
  await expect(dialog).toBeHidden()
  expect(await rewardsOf(family)).toMatchObject([{ title: pizzaNight, icon: '🍕', gemCost: 250, isActive: 1 }])

  const pizza = reward(page, pizzaNight)
  await pizza.getByRole('button', { name: `Edit ${pizzaNight}` }).click()
  await expect(icon).toHaveValue('🍕')
  await cost.fill('no number')
  await expect(cost).toHaveValue('0')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Reward updated successfully')
  expect(await rewardsOf(family)).toMatchObject([{ title: pizzaNight, icon: '🍕', gemCost: 0 }])

  const shown = pizza.getByRole('switch', { name: `Show to kids: ${pizzaNight}` })
  await shown.click()
  await expect(shown).not.toBeChecked()
  await expectText(pizza, 'Hidden')
  await expect(reward(mia.page, pizzaNight)).toHaveCount(0)
  await expectAccessibleAndFitsEverywhere(page)
  await shown.click()
  await expect(shown).toBeChecked()
  await expect(pizza.getByText('Hidden', { exact: true })).toBeHidden()
  await expect(reward(mia.page, pizzaNight)).toBeVisible()

  const bin = pizza.getByRole('button', { name: `Delete ${pizzaNight}` })
  await bin.click()
  const question = page.getByRole('alertdialog', { name: 'Delete Reward' })
  await expect(question).toHaveAccessibleDescription(
    `${pizzaNight}. Are you sure you want to delete this reward? This action cannot be undone.`,
  )
  await expectAccessibleAndFitsEverywhere(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(bin).toBeFocused()
  await bin.click()
  await confirmDeletion(page)
  await expectText(page, 'Reward deleted successfully')
  for (const screen of [page, mia.page]) await expect(reward(screen, pizzaNight)).toHaveCount(0)
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
})

test('a reward without a title gets one; its switch flips at once, and back when refused', async ({ family, page }) => {
  await openStore(page)
  await page.getByRole('button', { name: 'Add Reward' }).click()
  await page.getByRole('button', { name: 'Create Reward' }).click()
  await expectText(page, 'Saved as "New reward".')
  const shown = reward(page, 'New reward').getByRole('switch')
  const { promise, resolve: refuse } = Promise.withResolvers<void>()
  await intercept(page, '**/api/rewards/*', (route) => promise.then(() => route.fulfill(inWords)))
  await shown.click()
  await expect(shown).not.toBeChecked()
  refuse()
  await expectText(page, 'Failed to update reward')
  await expect(reward(page, 'New reward').getByText('The server says so.')).toBeVisible()
  await expect(shown).toBeChecked()
  expect(await rewardsOf(family)).toMatchObject([{ title: 'New reward', icon: '🎮', gemCost: 100, isActive: 1 }])
})

test('a reward deleted on another device closes its dialog; what is refused says why', async ({ family, page }) => {
  const [swimming] = [await addReward(family, 'Swimming'), await addReward(family, 'Cinema')]
  await openStore(page)
  await page.getByRole('button', { name: 'Edit Swimming' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Reward' })
  await expect(editor).toBeVisible()
  await remove(family, `/api/rewards/${swimming.id}`)
  await expectText(page, 'This reward was deleted on another device.')
  await expect(editor).toBeHidden()

  await page.getByRole('button', { name: 'Edit Cinema' }).click()
  await editor.getByLabel('Reward Title').fill('Cinema and popcorn')
  await failNext(page, '**/api/rewards/*', inWords)
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Failed to update reward')
  await expect(editor.getByText('The server says so.')).toBeVisible()
  await expect(editor.getByLabel('Reward Title')).toHaveValue('Cinema and popcorn')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Cinema' }).click()
  await failNext(page, '**/api/rewards/*', inWords)
  // The store looks what is left.
  const read = page.waitForResponse(stateUrl)
  await confirmDeletion(page)
  await expectText(page, 'Failed to delete reward')
  await read
})
