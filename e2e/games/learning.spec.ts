import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addMember, balanceOf, dayFromNow, expectText, overlaysAreGone } from '../actions.ts'
import { expect, test, type SignedUp } from '../family.ts'
import { failNext, intercept } from '../intercept.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expectDoors, inGame, readSum } from './playground.ts'

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

async function practise(
  { context }: SignedUp,
  memberId: string,
  game: string,
  item: string,
  answer: 'right' | 'slow' | 'wrong',
): Promise<void> {
  const kept = await context.request.post(`/api/family-members/${memberId}/practice`, {
    data: { game, item, answer, day: dayFromNow() },
  })
  expect(kept.status()).toBe(200)
}

test("Mia practises sums; guesses earn nothing, the day's first round earns what Anna set, and Anna sees what grows", async ({
  family,
  page,
  mia,
}) => {
  await openLearning(page)
  await expect(skills(page, 'Math Splash!')).toContainText(/0 of \d+ mastered/)
  await page.getByRole('textbox', { name: 'Gems for daily practice' }).fill('5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectText(page, 'Daily practice earns 5 gems')

  const { page: tablet } = mia
  await tablet.goto(`/kid/${mia.id}#playground`)
  await tablet.clock.install()
  // The guessing hand takes the first answer that is not right until the right one is left.
  for (const round of ['guessed', 'first'] as const) {
    await tablet.getByRole('link', { name: "Today's practice: Math Splash!" }).click()
    const done = tablet.getByRole('button', { name: 'Done' })
    await readSum(tablet)
    while (!(await done.isVisible())) {
      const { right } = await readSum(tablet)
      if (round === 'guessed') {
        await tablet
          .getByRole('button', { name: new RegExp(`^(?!${right}$)\\d+$`) })
          .first()
          .click()
        await expect(tablet.getByText('Not this one')).toBeVisible()
        await tablet.clock.fastForward(1000)
        await expect(tablet.getByText('Not this one')).toHaveCount(0)
      }
      // The time of a child who thinks.
      await tablet.clock.fastForward(2000)
      await tablet.getByRole('button', { name: `${right}`, exact: true }).click()
      await expectText(tablet, 'SPLASH!')
      await tablet.clock.fastForward(2500)
      await expect(tablet.getByText('SPLASH!', { exact: true })).toHaveCount(0)
    }
    await expect(inGame(tablet).getByText(round === 'guessed' ? "That's all!" : 'Well done!')).toBeVisible()
    if (round === 'first') await expectText(tablet, 'You earned 5 gems!')
    else await expectText(inGame(tablet), 'Take your time: half of them right earns gems.')
    await done.click()
    await expectDoors(tablet)
  }
  await expect.poll(() => balanceOf(family, mia.id)).toBe(5)
  await mia.page.goto('about:blank')

  await page.reload()
  await expect(growing(page, 'Math Splash!').nth(3)).toBeAttached()
  await page.goto('/rewards-store#ledger')
  await expect(page.getByText('Earned in the playground')).toBeVisible()
})

test('missed and mastered items differ by more than colour, accessible, and a parent can start over', async ({
  family,
  page,
}) => {
  await openLearning(page)
  await page.getByRole('link', { name: 'Add a child' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Add Family Member' }).getByRole('radio', { name: 'Kid' }),
  ).toBeChecked()
  await page.keyboard.press('Escape')
  await overlaysAreGone(page)
  // Back leads to the tab with the link, and asks for no child.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'No child yet' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  // The child added elsewhere is here by itself.
  const { id: mia } = await addMember(family, 'Mia')
  await expect(skills(page, 'Word Pop')).toBeVisible()
  await addMember(family, 'Leo')
  await practise(family, mia, 'word-pop', 'cat', 'right')
  await practise(family, mia, 'word-pop', 'dog', 'wrong')
  await intercept(page, '**/practice', (route) => route.fulfill({ status: 500, body: '' }))
  await openLearning(page)
  await expect(page.getByRole('heading', { name: "We couldn't load the skills" })).toBeVisible()
  await page.unroute('**/practice')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(skill(page, 'Word Pop', 'cat')).toHaveText(/Growing, Last answers: right\. Back \d+ \w+\.$/)
  await expect(skill(page, 'Word Pop', 'dog')).toHaveText(/Growing, Last answers: missed\. Back/)
  await expect(skill(page, 'Word Pop', 'sun')).toHaveText(/, New$/)
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('radio', { name: 'Leo' }).click()
  await expect(growing(page, 'Word Pop')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start over' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Mia' }).click()
  // All that is kept of a child's practice, to take along.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('practice.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject([
    { game: 'word-pop', item: 'cat', box: 2, lately: ['right'] },
    { game: 'word-pop', item: 'dog', box: 1, lately: ['wrong'] },
  ])
  await page.getByRole('button', { name: 'Start over' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start over' })
  await expect(question).toContainText('Everything Mia has practised will be new again.')
  await failNext(page, '**/practice')
  await question.getByRole('button', { name: 'Start over' }).click()
  await expectText(page, 'Failed to start over')
  await question.getByRole('button', { name: 'Start over' }).click()
  await expectText(page, 'Mia starts over')
  await expect(skill(page, 'Word Pop', 'cat')).toHaveText(/, New$/)
})
