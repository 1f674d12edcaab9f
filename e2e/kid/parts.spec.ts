import {
  balanceOf,
  complete,
  doQuest,
  expectAnnounced,
  expectText,
  setMode,
  toast,
  requestRedemption,
  addReward,
  change,
  overlaysAreGone,
} from '../actions.ts'
import { addQuest, expect, test, tabletOf, type Kid } from '../family.ts'
import { expectAccessible, expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { askingFamily } from '../store.ts'
import { openBubble, completionDialog, tapOn, kidTile } from './tablet.ts'

test('the jar counts up when gems arrive from another device, and a full one stays on its shelf; the hash picks the part, and a tab sets it', async ({
  family,
  mia,
}) => {
  const quest = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id], gemValue: 60 })
  await openBubble(mia, '#gems')
  await expect(mia.page.getByRole('img', { name: 'A jar with 0 of 500 gems' })).toBeVisible()
  await expect(mia.page.getByText('Keep completing quests to fill your jar!')).toBeVisible()
  await complete(family, quest.id, mia.id)
  await expect(mia.page.getByRole('img', { name: 'A jar with 60 of 500 gems' })).toBeVisible()
  await expect(mia.page.getByRole('region', { name: 'My Gems' })).toContainText('60 / 500')
  await doQuest(family, mia.id, 'Paint the fence', 540)
  await expect(mia.page.getByRole('img', { name: 'A full jar with 600 gems' })).toBeVisible()
  await expectText(mia.page, 'Your jar is full!')
  const shelf = mia.page.getByRole('list', { name: 'Full jars' })
  await expect(shelf.getByRole('listitem')).toContainText('1 full jar in ')
  await setMode(family, 'spend')
  const { id: bicycle } = await addReward(family, 'Bicycle', { gemCost: 600 })
  await requestRedemption(family, bicycle, mia.id)
  await expect(mia.page.getByRole('img', { name: 'A jar with 0 of 500 gems' })).toBeVisible()
  await mia.page.reload()
  await expect(shelf.getByRole('listitem')).toContainText('1 full jar in ')

  await openBubble(mia, '#playground')
  await expect(mia.page.getByRole('tab', { name: 'Playground' })).toHaveAttribute('aria-selected', 'true')
  await expect(mia.page.getByText('Choose a game to play and learn!')).toBeVisible()
  await mia.page.getByRole('tab', { name: 'Gems' }).click()
  expect(new URL(mia.page.url()).hash).toBe('#gems')
})

test('rewards are celebrated, paid for, or asked for, as the family wants it', async ({ family, mia }) => {
  await doQuest(family, mia.id, 'Dishes', 100)
  await addReward(family, 'Ice cream', { gemCost: 40 })
  await addReward(family, 'Bicycle', { gemCost: 900 })
  await openBubble(mia, '#rewards')
  const redeem = kidTile(mia.page, 'Ice cream').getByRole('button', { name: 'Redeem' })
  await expect(kidTile(mia.page, 'Bicycle').getByRole('button', { name: 'Need More Gems' })).toBeDisabled()
  await expect(kidTile(mia.page, 'Bicycle')).toContainText('800 gems to go')

  await redeem.click()
  for (const words of ['Reward Redeemed! 🎉', 'You redeemed Ice cream']) await expectText(mia.page, words)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(100)

  await setMode(family, 'spend')
  await mia.page.reload()
  // A tap spends nothing, and says how.
  await redeem.click()
  await expect(kidTile(mia.page, 'Ice cream').getByRole('button', { name: 'Hold to redeem' })).toBeVisible()
  await expectAnnounced(mia.page, 'Hold to redeem')
  await expect(redeem).toBeVisible()
  await redeem.click({ delay: 800 })
  await expect(mia.page.locator('[data-gem-target]')).toContainText('60 gems')
  // One tap may be an accident: for ten seconds the toast and the tile offer to undo it.
  await toast(mia.page).getByRole('button', { name: 'Put it back' }).click()
  await expectText(mia.page, 'Ice cream is back in the store, and your gems are back.')
  await expect(mia.page.locator('[data-gem-target]')).toContainText('100 gems')
  await redeem.click({ delay: 800 })
  await expect(mia.page.locator('[data-gem-target]')).toContainText('60 gems')
  // A tap right after it counts for the double tap it may be, so it is repeated.
  const putBack = kidTile(mia.page, 'Ice cream').getByRole('button', { name: 'Put it back' })
  await expect(async () => {
    if (await putBack.isVisible()) await putBack.click()
    await expect(putBack).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(mia.page.locator('[data-gem-target]')).toContainText('100 gems')

  await setMode(family, 'ask')
  await mia.page.reload()
  await redeem.press('Enter')
  await expectText(mia.page, 'Wish sent!')
  await expect(mia.page.getByRole('list', { name: 'Waiting for a grown-up' })).toContainText('Ice cream')
  await expect(mia.page.locator('[data-gem-target]')).toContainText('60 gems')
  const [waiting] = await (await family.context.request.get(`/api/families/${family.familyId}/redemptions`)).json()
  // In a window without focus it would stay.
  await expect(toast(mia.page)).toBeVisible()
  await mia.page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await change(family, `/api/redemptions/${waiting.id}`, { status: 'declined' })
  await expect(mia.page.getByRole('list', { name: 'Waiting for a grown-up' })).toHaveCount(0)
  await expect(mia.page.locator('[data-gem-target]')).toContainText('100 gems')
  await expect(toast(mia.page)).toHaveCount(0)
})

test("a parent's answer reaches Mia on each of her screens, or once she looks again; what waits stays in sight in any mode", async ({
  family,
  openContext,
}) => {
  const { mia: member, iceCream } = await askingFamily(family)
  const tablets = [
    await tabletOf(member.id, family, openContext),
    await tabletOf(member.id, family, openContext),
  ] as const
  const [sofa, bed] = tablets
  const decide = (id: string, status: string) => change(family, `/api/redemptions/${id}`, { status })
  const dialog = ({ page }: Kid, name: string) => page.getByRole('dialog', { name })
  const waiting = ({ page }: Kid) => page.getByRole('list', { name: 'Waiting for a grown-up' })
  await openBubble(sofa, '#rewards')
  await openBubble(bed, '#gems')

  const first = await requestRedemption(family, iceCream.id, member.id)
  for (const tablet of tablets) await expect(waiting(tablet)).toContainText(/Ice cream.*40.*set aside/)
  await setMode(family, 'spend')
  await sofa.page.reload()
  await expect(waiting(sofa)).toContainText('Ice cream')
  await setMode(family, 'ask')
  await decide(first.id, 'granted')
  for (const tablet of tablets) {
    await expect(dialog(tablet, 'A parent said yes!')).toContainText('Ice cream is yours.')
    await expect(waiting(tablet)).toHaveCount(0)
    await tablet.page.getByRole('button', { name: 'Yay!' }).click()
    await expect(tablet.page.getByRole('dialog')).toHaveCount(0)
  }

  const second = await requestRedemption(family, iceCream.id, member.id)
  for (const tablet of tablets) await expect(waiting(tablet)).toBeVisible()
  // The sofa's is put away, and the family no longer asks by then.
  await sofa.page.goto('/privacy/kids')
  const gemsFly = bed.page.locator('[data-gem]').first().waitFor({ state: 'attached' })
  await decide(second.id, 'declined')
  await gemsFly
  await setMode(family, 'celebrate')
  await expect(dialog(bed, 'Not this time')).toBeVisible()
  await sofa.page.goto(`/kid/${sofa.id}`)
  await expect(dialog(sofa, 'Not this time')).toContainText('Your 40 gems are back in the jar.')
  await expectAccessible(sofa.page)
  await sofa.page.keyboard.press('Enter')
  await expect(sofa.page.getByRole('dialog')).toHaveCount(0)
  await overlaysAreGone(sofa.page)
  await sofa.page.reload()
  await expect(sofa.page.locator('[data-gem-target]')).toContainText('60 gems')
  await expect(sofa.page.getByRole('dialog')).toHaveCount(0)
})

test('every part of the bubble is accessible and fits, and its count of gems covers no quest', async ({
  family,
  mia,
}) => {
  const { page } = mia
  const assigneeIds = [mia.id]
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds, targetTime: '17:00' })
  for (const title of ['Brush teeth', 'Sweep', 'Dust']) await addQuest(family, title, 'In Progress', { assigneeIds })
  await addReward(family, 'Ice cream', { gemCost: 40 })
  for (const part of ['', '#rewards', '#gems', '#playground']) {
    await openBubble(mia, part)
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeAttached()
    await expectAccessibleAndFitsEverywhere(page)
  }
  await openBubble(mia)
  await expect(kidTile(page, 'Dust')).toBeAttached()
  await page.setViewportSize({ width: 390, height: 600 })
  for (const top of [90, 300]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    expect(await page.evaluate(besideTheGems), `scrolled to ${top}`).toEqual([])
  }
  // The icon is drawn from our own file, not by the font.
  const icon = tapOn(page, 'Dishes').locator('use')
  await expect.poll(() => icon.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(0)
  await tapOn(page, 'Dishes').click()
  await expect(completionDialog(page)).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
})

/** Reads which tiles and tabs of the page are seen beside the count of gems, between its top and its bottom. */
function besideTheGems(): string[] {
  const { top = 0, bottom = 0 } = document.querySelector('[data-gem-target]')?.getBoundingClientRect() ?? {}
  const seen = new Set<string>()
  for (let x = 4; x < innerWidth; x += 12)
    for (let y = top + 1; y < bottom; y += 6)
      seen.add(document.elementFromPoint(x, y)?.closest('[role=tabpanel] *, [role=tab]')?.textContent ?? '')
  return [...seen].filter((words) => words !== '')
}
