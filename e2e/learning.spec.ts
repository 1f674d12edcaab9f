import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addMember, balanceOf, dayFromNow } from './deeds.ts'
import { expect, test, type SignedUp } from './family.ts'
import { intercept } from './intercept.ts'
import { expectGoodLooksEverywhere } from './looks.ts'
import { expectDoors } from './playground.ts'

const skills = (page: Page, game: string) => page.getByRole('region', { name: game, exact: true })
const growing = (page: Page, game: string) => skills(page, game).getByRole('listitem').filter({ hasText: ', Growing' })
const skill = (page: Page, game: string, name: string) =>
  skills(page, game)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}(,|$)`) })

async function openLearning(page: Page): Promise<void> {
  await page.goto('/family-members')
  await page.getByRole('tab', { name: 'Learning' }).click()
}

async function practise({ context }: SignedUp, memberId: string, game: string, item: string, answer: 'right' | 'slow' | 'wrong'): Promise<void> {
  const kept = await context.request.post(`/api/family-members/${memberId}/practice`, { data: { game, item, answer, day: dayFromNow() } })
  expect(kept.status()).toBe(200)
}

test("Mia practises sums; the day's first round earns what Anna set, and Anna sees what grows", async ({ family, page, mia }) => {
  await openLearning(page)
  await expect(skills(page, 'Math Splash!')).toContainText(/0 of \d+ mastered/)
  await page.getByRole('textbox', { name: "Gems for a day's practice" }).fill('5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText("A day's practice earns 5 gems", { exact: true })).toBeVisible()

  const { page: tablet } = mia
  await tablet.goto(`/kid/${mia.id}#playground`)
  await tablet.clock.install()
  for (const round of ['first', 'second'] as const) {
    await tablet.getByRole('link', { name: "Today's practice: Math Splash!" }).click()
    const done = tablet.getByRole('button', { name: 'Done' })
    const question = tablet.getByText(/^What is \d+ (plus|take away) \d+\?$|^\d+ plus what makes \d+\?$/)
    await expect(question).toBeAttached()
    while (!(await done.isVisible())) {
      const text = (await question.textContent()) ?? ''
      const [first = 0, second = 0] = text.match(/\d+/g)?.map(Number) ?? []
      const right = text.includes('makes') ? second - first : text.includes('plus') ? first + second : first - second
      await tablet.getByRole('button', { name: `${right}`, exact: true }).click()
      await expect(tablet.getByText('SPLASH!', { exact: true })).toBeVisible()
      await tablet.clock.fastForward(2500)
      await expect(tablet.getByText('SPLASH!', { exact: true })).toHaveCount(0)
    }
    if (round === 'first') await expect(tablet.getByText('You earned 5 gems!', { exact: true })).toBeVisible()
    await done.click()
    await expectDoors(tablet)
  }
  expect(await balanceOf(family, mia.id)).toBe(5)
  await mia.page.goto('about:blank')

  await page.reload()
  await expect(growing(page, 'Math Splash!').nth(3)).toBeAttached()
  await page.goto('/rewards-store#ledger')
  await expect(page.getByText('Earned in the playground')).toBeVisible()
})

test('what was missed and what is sure is told apart by more than colour, and a parent can start over', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia')
  await addMember(family, 'Leo')
  await practise(family, mia, 'word-pop', 'cat', 'right')
  await practise(family, mia, 'word-pop', 'dog', 'wrong')
  await openLearning(page)
  await expect(skill(page, 'Word Pop', 'cat')).toHaveText(/Growing, lately right; due \d+ \w+$/)
  await expect(skill(page, 'Word Pop', 'dog')).toHaveText(/Growing, lately missed; due/)
  await expect(skill(page, 'Word Pop', 'sun')).toHaveText(/, New$/)
  await page.getByRole('radio', { name: 'Leo' }).click()
  await expect(growing(page, 'Word Pop')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start over' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Mia' }).click()
  // All that is kept of a child's practice, to take along.
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toBe('practice.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject([
    { game: 'word-pop', item: 'cat', box: 2, lately: ['right'] },
    { game: 'word-pop', item: 'dog', box: 1, lately: ['wrong'] },
  ])
  await page.getByRole('button', { name: 'Start over' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start over' })
  await expect(question).toContainText('Everything Mia has practised will be new again.')
  await intercept(page, '**/practice', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  await question.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByText('We could not reach Bubblequest. Check the connection and try again.', { exact: true })).toBeVisible()
  await page.unroute('**/practice')
  await question.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByText('Mia starts over', { exact: true })).toBeVisible()
  await expect(skill(page, 'Word Pop', 'cat')).toHaveText(/, New$/)
})

test('without a child, and when it does not load, the page says so', async ({ family, page }) => {
  await openLearning(page)
  await expect(page.getByRole('heading', { name: 'No child yet' })).toBeVisible()
  // The child added elsewhere is here by itself.
  await addMember(family, 'Mia')
  await expect(skills(page, 'Word Pop')).toBeVisible()
  await intercept(page, '**/practice', (route) => route.fulfill({ status: 500, body: '' }))
  await openLearning(page)
  await expect(page.getByRole('heading', { name: 'The skills did not load' })).toBeVisible()
  await page.unroute('**/practice')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(skills(page, 'Word Pop')).toBeVisible()
})

test('the skill map is accessible and fits', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia')
  await practise(family, mia, 'alphabet-bubbls', 'A', 'right')
  await openLearning(page)
  await expect(growing(page, 'Alphabet Bubbls')).toHaveCount(1)
  await expectGoodLooksEverywhere(page)
})
