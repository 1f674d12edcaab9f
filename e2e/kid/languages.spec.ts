import { gameIds } from '#domain/games/games.ts'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { addMember, addReward } from '../actions.ts'
import { addQuest, expect, tabletOf, test } from '../family.ts'
import { expectAccessibleAndFits, expectToFit } from '../accessibility.ts'
import { tapOn } from './tablet.ts'

test('in German and in Spanish the smallest phone shows every screen whole', async ({
  family,
  openContext,
  openDevice,
}) => {
  const { id } = await addMember(family, 'Mia')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [id], recurring: 'weekly', targetTime: '17:00' })
  await addReward(family, 'Ice cream', { gemCost: 40 })
  for (const [locale, texts] of [
    ['de-DE', de],
    ['es-ES', es],
  ] as const) {
    const smallest = { locale, viewport: { width: 320, height: 640 } }
    const page = await openDevice(smallest)
    for (const address of [
      '/settings',
      '/rewards-store',
      '/rewards-store#ledger',
      '/family-members',
      '/family-members#learning',
      '/parent',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(page)
    }
    await page.getByRole('tab', { name: texts.shell.kanbanBoard }).click()
    await expect(page.getByRole('article', { name: 'Dishes' })).toBeVisible()
    await expectToFit(page)
    const mia = await tabletOf(id, family, openContext, smallest)
    for (const part of ['', '#rewards', '#gems', '#playground', ...gameIds.map((game) => `#playground/${game}`)]) {
      await mia.page.goto(`/kid/${id}${part}`)
      await expect(mia.page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(mia.page)
      if (!part.endsWith('word-pop')) continue
      await expect(mia.page.getByText(texts.wordPop.inEnglish, { exact: true })).toBeVisible()
      await expectAccessibleAndFits(mia.page)
    }
    await mia.page.goto('/wall')
    await tapOn(mia.page, 'Dishes').click()
    await expect(mia.page.getByRole('dialog', { name: texts.wall.whoDidIt })).toBeVisible()
    await expectToFit(mia.page)
  }
})
