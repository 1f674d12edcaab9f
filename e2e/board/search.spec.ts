import { expectAccessibleAndFits } from '../accessibility.ts'
import { complete, expectAnnounced, expectText, openLive, overlaysAreGone, questsOf, toast } from '../actions.ts'
import { openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { intercept, interceptState, refusal, stopIntercepting } from '../intercept.ts'

test('Anna finds a quest by a few letters, does an old one again, and adds what she did not find', async ({
  family,
  page,
  openDevice,
}) => {
  for (const title of ['Abendessen', 'Essen kochen']) await addQuest(family, title)
  const search = page.getByRole('dialog', { name: 'Search quests' })
  const field = search.getByRole('combobox', { name: 'Title of a quest' })
  const options = search.getByRole('option')
  await openBoard(page)
  const create = page.getByRole('button', { name: 'Create Quest' })
  await expect(page.getByRole('button', { name: 'Search quests' })).toBeVisible()
  await create.focus()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('essen')
  await expect(options).toHaveText([/Essen kochen.*To Do.*Anna/, /Abendessen/, 'Add “essen”'])
  await expectAnnounced(page, '2 quests found')
  await expect(search.getByRole('option', { selected: true })).toContainText('Essen kochen')
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Edit Quest' })
  await expect(editor.getByLabel('Title')).toHaveValue('Abendessen')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(search).toBeHidden()
  await expect(create).toBeFocused()

  // On another screen, three weeks after Anna has practised.
  const { id } = await addQuest(family, 'Klavier üben')
  await complete(family, id, family.memberId)
  await overlaysAreGone(page)
  await page.clock.install({ time: Date.now() + 21 * 86_400_000 })
  await interceptState(page, ({ quests }) => ({
    quests: (quests as { id: string }[]).filter((quest) => quest.id !== id),
  }))
  let isLost = true
  const asked: string[] = []
  await intercept(page, '**/quests/archived/search', (route) => {
    asked.push(route.request().postDataJSON().title)
    return isLost ? route.fulfill(refusal) : route.continue()
  })
  await openLive(page, '/rewards-store')
  await expect(page.getByRole('button', { name: 'Search quests' })).toBeVisible()
  await page.keyboard.press('Meta+k')
  await field.fill('Ub')
  await expectText(search, "We couldn't search what was done earlier")
  await expect(options).toHaveText(['Add “Ub”'])
  isLost = false
  await search.getByRole('button', { name: 'Try again' }).click()
  await expect(field).toBeFocused()
  await expect(options).toHaveText([/Klavier üben.*Earlier.*Duplicate.*Anna/, 'Add “Ub”'])
  await expectAccessibleAndFits(page)
  await options.first().click()
  await expect(toast(page)).toContainText('Quest duplicated')
  expect((await questsOf(family)).map((quest: { title: string }) => quest.title).toSorted()).toEqual([
    'Abendessen',
    'Essen kochen',
    'Klavier üben',
    'Klavier üben',
  ])
  expect(new Set(asked)).toEqual(new Set(['Ub']))

  await stopIntercepting(page)

  const phone = await openDevice({ viewport: { width: 320, height: 640 }, hasTouch: true })
  await openLive(phone, '/parent')
  await phone.getByRole('button', { name: 'Search quests' }).tap()
  await phone.getByRole('combobox').fill('Garage aufräumen')
  await expectText(phone, 'No quest found')
  await phone.getByRole('option').tap()
  await expect(phone.getByRole('dialog', { name: 'Create a Quest' }).getByLabel('Title')).toHaveValue(
    'Garage aufräumen',
  )
})
