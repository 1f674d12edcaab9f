import { gameIds } from '#domain/games/games.ts'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { addQuest, expect, firstPage, signIn, test, miaWithTablet } from './family.ts'
import { expectGoodLooks, expectToFit } from './looks.ts'
import { tapOn } from './tablet.ts'

for (const [language, locale, texts] of [
  ['German', 'de-DE', de],
  ['Spanish', 'es-ES', es],
] as const) {
  test(`in ${language} the bubble, every game and the wall are accessible and fit a phone`, async ({ family, openContext }) => {
    const mia = await miaWithTablet(family, openContext, { locale, viewport: { width: 390, height: 844 } })
    const { page } = mia
    await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia.id], targetTime: '17:00' })
    await family.context.request.post(`/api/families/${family.familyId}/rewards`, { data: { title: 'Ice cream', gemCost: 40 } })
    for (const part of ['', '#rewards', '#gems', '#playground']) {
      await page.goto(`/kid/${mia.id}${part}`)
      await expect(page.getByRole('heading', { level: 1, name: texts.kid.bubble('Mia') })).toBeVisible()
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeAttached()
      await expectGoodLooks(page)
    }
    for (const game of gameIds) {
      await page.goto(`/kid/${mia.id}#playground/${game}`)
      await expect(page.getByRole('button', { name: texts.games.exit })).toBeVisible()
      if (game === 'word-pop') await expect(page.getByText(texts.wordPop.inEnglish, { exact: true })).toBeVisible()
      await expectGoodLooks(page)
    }
    await page.goto('/wall')
    await expect(tapOn(page, 'Dishes')).toBeVisible()
    await expectGoodLooks(page)
    await tapOn(page, 'Dishes').click()
    await expect(page.getByRole('dialog', { name: texts.wall.whoDidIt })).toBeVisible()
    await expectGoodLooks(page)
  })

  test(`in ${language} the smallest phone shows every screen whole`, async ({ family, openContext }) => {
    const smallest = { locale, viewport: { width: 320, height: 640 } }
    const mia = await miaWithTablet(family, openContext, smallest)
    const nora = await openContext(smallest)
    await signIn(nora, family.credentials)
    await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia.id], recurring: 'weekly', targetTime: '17:00' })
    const page = await firstPage(nora)
    for (const address of ['/settings', '/rewards-store', '/rewards-store#ledger', '/family-members', '/family-members#learning', '/parent']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(page)
    }
    await page.getByRole('tab', { name: texts.shell.kanbanBoard }).click()
    await expect(page.getByRole('article', { name: 'Dishes' })).toBeVisible()
    await expectToFit(page)
    for (const part of ['', '#rewards', '#gems', '#playground', ...gameIds.map((game) => `#playground/${game}`)]) {
      await mia.page.goto(`/kid/${mia.id}${part}`)
      await expect(mia.page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(mia.page)
    }
  })
}
