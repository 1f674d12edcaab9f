import {
  addReward,
  openLive,
  expectText,
  requestRedemption,
  delayResponse,
  change,
  confirmDeletion,
  remove,
  toast,
} from './actions.ts'
import { expect, test } from './family.ts'
import { failNext, intercept } from './intercept.ts'
import { expectAccessibleAndFitsEverywhere } from './accessibility.ts'
import { askingFamily, openDeafStore, openStore, reward, rewardsOf } from './store.ts'

const gone = 'This does not exist any more.'
const inWords = { status: 403, json: { code: 'not_allowed', message: 'The server says so.' } }

test('Anna fills an empty shop: a reward is added, edited, hidden, shown and deleted', async ({ family, page }) => {
  await openStore(page)
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
  const add = page.getByRole('button', { name: 'Add Reward' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Create a Reward' })
  await expect(dialog.getByLabel('Reward Title')).toHaveAttribute('placeholder', 'e.g. Extra screen time')
  await expect(dialog.getByLabel('Reward Icon').getByRole('option')).toHaveCount(10)
  await expect(dialog.getByLabel('Reward Icon')).toHaveValue('🎮')
  await expect(dialog.getByLabel('Gem Cost', { exact: true })).toHaveValue('100')
  await dialog.getByLabel('Reward Title').fill('Pizza night')
  await dialog.getByLabel('Reward Icon').selectOption('🍕 Pizza')
  await dialog.getByLabel('Gem Cost', { exact: true }).fill('250')
  await dialog.getByRole('button', { name: 'Create Reward' }).click()
  await expectText(page, 'Reward created successfully')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  const pizza = reward(page, 'Pizza night')
  await expect(pizza).toContainText('250')
  expect(await rewardsOf(family)).toMatchObject([{ title: 'Pizza night', icon: '🍕', gemCost: 250, isActive: 1 }])

  await pizza.getByRole('button', { name: 'Edit Pizza night' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Reward' })
  await expect(editor.getByLabel('Reward Title')).toHaveValue('Pizza night')
  await expect(editor.getByLabel('Reward Icon')).toHaveValue('🍕')
  await editor.getByLabel('Gem Cost', { exact: true }).fill('no number')
  await expect(editor.getByLabel('Gem Cost', { exact: true })).toHaveValue('0')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Reward updated successfully')
  expect(await rewardsOf(family)).toMatchObject([{ title: 'Pizza night', icon: '🍕', gemCost: 0 }])

  const shown = pizza.getByRole('switch', { name: 'Show to kids: Pizza night' })
  await expect(shown).toBeChecked()
  await shown.click()
  await expect(shown).not.toBeChecked()
  await expectText(pizza, 'Hidden')
  await expect.poll(() => rewardsOf(family)).toMatchObject([{ isActive: 0 }])
  expect(await (await family.context.request.get(`/api/families/${family.familyId}/active-rewards`)).json()).toEqual([])
  await shown.click()
  await expect(pizza.getByText('Hidden', { exact: true })).toBeHidden()
  await expect.poll(() => rewardsOf(family)).toMatchObject([{ isActive: 1 }])

  const bin = pizza.getByRole('button', { name: 'Delete Pizza night' })
  await bin.click()
  const question = page.getByRole('alertdialog', { name: 'Delete Reward' })
  await expect(
    question.getByText('Are you sure you want to delete this reward? This action cannot be undone.'),
  ).toBeVisible()
  await expect(question).toHaveAccessibleDescription(/^Pizza night\. Are you sure/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(pizza).toBeVisible()
  await expect(bin).toBeFocused()
  await bin.click()
  await confirmDeletion(page)
  await expectText(page, 'Reward deleted successfully')
  await expect(pizza).toBeHidden()
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
  expect(await rewardsOf(family)).toEqual([])
})

test('a reward without a title is saved under a friendly one, and what was typed survives a failed save', async ({
  family,
  page,
}) => {
  await openStore(page)
  await page.getByRole('button', { name: 'Add Reward' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Reward' })
  await dialog.getByRole('button', { name: 'Create Reward' }).click()
  await expect(reward(page, 'New reward')).toBeVisible()
  await expectText(page, 'Saved as "New reward".')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add Reward' }).click()
  await dialog.getByLabel('Gem Cost', { exact: true }).fill('100001')
  await dialog.getByLabel('Reward Title').fill('Cinema')
  await dialog.getByRole('button', { name: 'Create Reward' }).click()
  await expect(dialog.getByText('At most 100000 gems')).toBeVisible()

  await dialog.getByLabel('Gem Cost', { exact: true }).fill('60')
  await dialog.getByLabel('Reward Icon').selectOption('🎬 Clapperboard')
  await failNext(page, '**/api/families/*/rewards', inWords)
  await dialog.getByRole('button', { name: 'Create Reward' }).click()
  await expectText(page, 'Failed to create reward')
  await expect(dialog.getByText('The server says so.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Reward' })).toBeFocused()
  await expect(dialog.getByLabel('Reward Title')).toHaveValue('Cinema')
  await expect(dialog.getByLabel('Gem Cost', { exact: true })).toHaveValue('60')
  await expect(dialog.getByLabel('Reward Icon')).toHaveValue('🎬')
  await dialog.getByRole('button', { name: 'Create Reward' }).click()
  await expect(reward(page, 'Cinema')).toBeVisible()
  expect(await rewardsOf(family)).toMatchObject([
    { title: 'New reward', icon: '🎮', gemCost: 100 },
    { title: 'Cinema', icon: '🎬', gemCost: 60 },
  ])
})

test('the switch flips at once and goes back when the server refuses; flipped twice in a row the last word counts', async ({
  family,
  page,
}) => {
  await addReward(family, 'Cinema')
  await openStore(page)
  const shown = reward(page, 'Cinema').getByRole('switch')
  const { promise, resolve: refuse } = Promise.withResolvers<void>()
  await intercept(page, '**/api/rewards/*', (route) => promise.then(() => route.fulfill(inWords)))
  await shown.click()
  await expect(shown).not.toBeChecked()
  refuse()
  await expectText(page, 'Failed to update reward')
  await expect(reward(page, 'Cinema').getByText('The server says so.')).toBeVisible()
  await expect(shown).toBeChecked()
  await expect(reward(page, 'Cinema').getByText('Hidden')).toBeHidden()
  await page.unroute('**/api/rewards/*')

  const release = await delayResponse(page, '**/api/rewards/*')
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  let sent = 0
  page.on('request', (request) => void (request.method() === 'PATCH' && sent++))
  await shown.click()
  await asked
  await expect(shown).not.toBeChecked()
  await shown.click()
  await expect(shown).toBeChecked()
  // One after the other: on their way together the second could arrive first.
  expect(sent).toBe(1)
  const answers: number[] = []
  page.on('response', (response) => void (response.request().method() === 'PATCH' && answers.push(response.status())))
  release()
  await expect.poll(() => answers).toEqual([200, 200])
  await expect(shown).toBeChecked()
  expect(await rewardsOf(family)).toMatchObject([{ isActive: 1 }])
})

test('a reward that another device deleted meanwhile: the server says so, to an edit, a switch and a deletion', async ({
  family,
  page,
}) => {
  const [cinema, pizza, museum] = [
    await addReward(family, 'Cinema'),
    await addReward(family, 'Pizza'),
    await addReward(family, 'Museum'),
  ]
  await openDeafStore(page)
  for (const { id } of [cinema, pizza, museum]) await remove(family, `/api/rewards/${id}`)

  await reward(page, 'Cinema').getByRole('button', { name: 'Edit Cinema' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Reward' })
  await editor.getByLabel('Reward Title').fill('Cinema and popcorn')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Failed to update reward')
  await expect(editor.getByText(gone)).toBeVisible()
  await expect(editor.getByLabel('Reward Title')).toHaveValue('Cinema and popcorn')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await toast(page).getByRole('button', { name: 'Close' }).click()

  const shown = reward(page, 'Pizza').getByRole('switch')
  await shown.click()
  await expectText(page, 'Failed to update reward')
  await expect(reward(page, 'Pizza').getByText(gone)).toBeVisible()
  await expect(shown).toBeChecked()
  await toast(page).getByRole('button', { name: 'Close' }).click()

  await reward(page, 'Museum').getByRole('button', { name: 'Delete Museum' }).click()
  await confirmDeletion(page)
  await expectText(page, 'Failed to delete reward')
  // And then it looks what is left.
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
})

test('rewards that do not load can be asked for again; one deleted on another device closes its dialog here, and says why', async ({
  family,
  page,
}) => {
  const cinema = await addReward(family, 'Cinema')
  await intercept(page, '**/api/families/*/rewards', (route) => route.abort())
  await openStore(page)
  await expectText(page, "We couldn't load the rewards")
  await page.unroute('**/api/families/*/rewards')
  await page.getByRole('button', { name: 'Try again' }).click()
  await reward(page, 'Cinema').getByRole('button', { name: 'Edit Cinema' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Reward' })).toBeVisible()
  await remove(family, `/api/rewards/${cinema.id}`)
  await expectText(page, 'This reward was deleted on another device.')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Add Reward' }).click()
  await expect(page.getByRole('dialog', { name: 'Create a Reward' })).toBeVisible()
})

test('the store is accessible, empty and full, with its dialogs open', async ({ family, page }) => {
  await openStore(page)
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
  await expectAccessibleAndFitsEverywhere(page)

  const { mia, iceCream } = await askingFamily(family)
  const { id } = await requestRedemption(family, iceCream.id, mia.id)
  await change(family, `/api/redemptions/${id}`, { status: 'declined' })
  await requestRedemption(family, iceCream.id, mia.id)
  await change(family, `/api/rewards/${iceCream.id}`, { isActive: 0 })
  await addReward(family, 'A whole afternoon at the swimming pool with the big slide and two friends', {
    gemCost: 100_000,
  })
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(reward(page, 'Ice cream').getByText('Hidden')).toBeVisible()
  await page.getByRole('button', { name: 'Add Reward' }).click()
  await page.getByRole('dialog').getByLabel('Gem Cost', { exact: true }).fill('100001')
  await page.getByRole('button', { name: 'Create Reward' }).click()
  await expect(page.getByText('At most 100000 gems')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await reward(page, 'Ice cream').getByRole('button', { name: 'Delete Ice cream' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await Promise.all(Array.from({ length: 6 }, (_, index) => addReward(family, `Reward ${index}`)))
  await expect(page.getByRole('article')).toHaveCount(8)
  await page.getByText('Recently redeemed').click()
  await expectAccessibleAndFitsEverywhere(page)
})

test('a reward that is hidden goes from the tablet at once, and another parent sees its new words and that it is hidden', async ({
  family,
  page,
  mia,
  kitchen,
}) => {
  const pizza = await addReward(family, 'Pizza night', { gemCost: 10 })
  const news: string[] = []
  mia.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => news.push(payload.toString())))
  await openLive(mia.page, `/kid/${mia.id}#rewards`)
  await openLive(kitchen, '/rewards-store')
  await expect(mia.page.getByRole('article', { name: 'Pizza night' })).toBeVisible()
  await change(family, `/api/rewards/${pizza.id}`, { title: 'A surprise', isActive: 0 })
  await expect(mia.page.getByRole('article', { name: 'Pizza night' })).toHaveCount(0)
  await expect(kitchen.getByRole('switch', { name: 'Show to kids: A surprise' })).not.toBeChecked()
  expect(news.join()).toContain('reward.hidden')
  expect(news.join()).not.toContain('A surprise')
  await page.goto('/rewards-store')
  const shown = page.getByRole('switch', { name: 'Show to kids: A surprise' })
  await shown.check()
  await expect(mia.page.getByRole('article', { name: 'A surprise' })).toBeVisible()
})
