import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { boxOf } from '../board.ts'
import { archiveOf, confirm, dataCard, deletion, heading, openSettings, password, take } from './family-data.ts'
import { expect, firstPage, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { openBubble } from '../kid/tablet.ts'
import { withVoice } from '../voice.ts'

test('the page about privacy is found from where a family asks for it', async ({ page, openContext, mia }) => {
  const visitor = await firstPage(await openContext())
  await visitor.goto('/')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await heading(visitor, 'Privacy, in plain words')
  await expect(visitor).toHaveTitle('Privacy · Bubblequest')
  for (const [what, until] of [
    ['What a child practises in the games', '13 months after it was last practised.'],
    ['News between your screens', 'Three days.'],
    ['Pictures of faces', 'Until a day after nobody shows them.'],
  ] as const)
    await expect(visitor.locator('dl > div').filter({ hasText: what })).toContainText(until)
  await visitor.goto('/signup')
  await visitor.getByRole('link', { name: 'What we keep, and why' }).click()
  await visitor.getByRole('link', { name: 'Open the picture page' }).click()
  await heading(visitor, 'What Bubblequest knows')

  await openSettings(page)
  await page.getByRole('link', { name: 'Read about privacy' }).click()
  await heading(page, 'Privacy, in plain words')
  await page.getByRole('link', { name: 'Open the settings' }).click()
  await expect(dataCard(page)).toBeVisible()
  await openBubble(mia)
  await mia.page.getByRole('link', { name: 'What Bubblequest knows about me' }).click()
  await heading(mia.page, 'What Bubblequest knows')
  await mia.page.getByRole('link', { name: 'Back' }).click()
  await heading(mia.page, "Mia's Bubble")
})

test('the picture page is read aloud, one by one or all of it, and is silent once left', async ({ page }) => {
  const { voicesLoad, spoken } = await withVoice(page)
  await page.goto('/privacy/kids')
  await heading(page, 'What Bubblequest knows')
  await expect(page.getByRole('button')).toHaveCount(0)
  await voicesLoad()
  const buttons = page.getByRole('button', { name: /^Read to me/ })
  await expect(buttons).toHaveCount(7)
  const { width, height } = await boxOf(buttons.first())
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(56)
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('button', { name: 'Read to me: Your PIN is a secret' }).click()
  await page.getByRole('button', { name: 'Read everything to me' }).press('Enter')
  await expect.poll(spoken).toHaveLength(3)
  const [pin, , all] = await spoken()
  expect(pin).toBe('Your PIN is a secret. Even I cannot read it. at 0.9')
  expect(all).toMatch(/^I remember you\. Your name, .* Ask a grown-up\. They can delete it\. at 0\.9$/)
  await page.getByRole('link', { name: 'the whole page about privacy' }).click()
  await heading(page, 'Privacy, in plain words')
  expect((await spoken()).at(-1)).toBe('silence')
  await expectAccessibleAndFitsEverywhere(page)
  await page.goto('/login#family-deleted')
  await heading(page, 'Your family was deleted')
  await expectAccessibleAndFitsEverywhere(page)
})

test('the card with a family’s data and its last question fit, with all they say', async ({
  page,
  family: _family,
}) => {
  await openSettings(page)
  await intercept(page, '**/export', (route) => route.abort())
  await take(page).click()
  await expect(dataCard(page)).toContainText('Nothing was saved.')
  await page.unroute('**/export')
  await dataCard(page).getByRole('button', { name: 'Delete family' }).click()
  await archiveOf(page, deletion(page))
  await password(page).fill('wrong-password')
  await confirm(page).click()
  await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
})
