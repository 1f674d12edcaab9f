import { de } from '#app/texts/de.ts'
import * as en from '#app/texts/en.ts'
import { es } from '#app/texts/es.ts'
import { column } from '../board.ts'
import { addKid, fullDay, openCalendar, today, wish, wishOf } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'

/** Pages, and how many quests they show at least: of today among three days, of each of seven days, of a column. */
const sizes = [
  { width: 820, height: 1180, ofToday: 7, ofEach: 1, ofColumn: 7 },
  { width: 1024, height: 768, ofToday: 4, ofEach: 1, ofColumn: 5 },
  { width: 1280, height: 800, ofToday: 5, ofEach: 5, ofColumn: 5 },
  { width: 1440, height: 900, ofToday: 5, ofEach: 5, ofColumn: 5 },
]

/** Runs in the page: the top of the first quest, and of each column how many of its quests are wholly in sight. */
const measured = () => {
  const columns = [...document.querySelectorAll('main section:has(> [data-glide-list] article)')]
    .map((column) => ({ box: column.getBoundingClientRect(), column }))
    .filter(({ box }) => box.left >= 0 && box.right <= innerWidth)
  const rows = columns.map(({ column }) => {
    const list = column.querySelector('[data-glide-list]')?.getBoundingClientRect()
    const boxes = [...column.querySelectorAll('article')].map((row) => row.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => list && top >= list.top && bottom <= Math.min(list.bottom, innerHeight))
  })
  const faces = [...document.querySelectorAll('main article [title]')].map(
    (face) => face.getBoundingClientRect().height,
  )
  return {
    top: Math.min(...rows.flat().map(({ top }) => top)),
    counts: rows.map(({ length }) => length),
    faces: Math.max(0, ...faces),
    overflows: document.documentElement.scrollWidth > innerWidth,
  }
}

test('a desk and a tablet show the quests of a day, of a week and of the board, whatever waits, in three languages', async ({
  family,
  openDevice,
}) => {
  const { mia } = await fullDay(family)
  const pages = []
  for (const [locale, words] of Object.entries({ 'en-GB': en, 'de-DE': de, 'es-ES': es })) {
    const page = await openDevice({ locale })
    expect((await page.request.put('/api/auth/device', { data: { use: 'own' } })).status()).toBe(200)
    await page.goto('/parent')
    await expect(page.locator('section[aria-current=date]')).toBeVisible()
    pages.push([locale, page, words] as const)
  }
  for (const isWaiting of [false, true]) {
    if (isWaiting) await wish(family, mia)
    for (const [locale, page, { calendar, shell }] of pages) {
      if (isWaiting) await expect(wishOf(page, locale)).toBeVisible()
      const tab = (name: string) => page.getByRole('tab', { name })
      const show = (days: 3 | 7) => page.getByRole('button', { name: calendar.views[days], exact: true }).click()
      for (const { width, height, ofToday, ofEach, ofColumn } of sizes) {
        await page.setViewportSize({ width, height })
        const see = async (view: string, countOf: (...counts: number[]) => number, least: number) => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            const at = `${locale}, ${view} at ${width}, ${colorScheme}${isWaiting ? ', a wish waits' : ''}`
            await expect(async () => {
              const { top, counts, faces, overflows } = await page.evaluate(measured)
              expect([counts.length > 0, faces <= 32, overflows], at).toEqual([true, true, false])
              expect(countOf(...counts), at).toBeGreaterThanOrEqual(least)
              if (width === 1440) expect(top, at).toBeLessThanOrEqual(view === 'seven days' ? 232 : 220)
            }).toPass({ timeout: 5000 })
          }
        }
        await show(3)
        await see('three days', Math.max, ofToday)
        await show(7)
        await see('seven days', Math.min, ofEach)
        await tab(shell.kanbanBoard).click()
        await see('board', Math.max, ofColumn)
        await tab(shell.calendarView).click()
      }
    }
  }
})

test('the board shows two whole columns and the next one begun on a tablet, which snaps, and four at 1280', async ({
  family,
  page,
}) => {
  const quest = await addQuest(family, 'Feed the dog', 'In Progress')
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  const lefts = () =>
    page.locator('main [data-drop-id]').evaluateAll((columns) =>
      columns.map((column) => {
        const { left, right, width } = column.getBoundingClientRect()
        return { left: Math.round(left), shown: Math.max(0, Math.min(right, innerWidth) - Math.max(left, 48)) / width }
      }),
    )
  await expect(column(page, 'In Progress')).toBeVisible()
  const [ideas, todo, doing, done] = await lefts()
  expect([ideas?.shown, todo?.shown, done?.shown]).toEqual([1, 1, 0])
  expect(doing?.shown).toBeGreaterThan(0.2)
  expect(doing?.shown).toBeLessThan(0.6)
  // Lets go between two columns.
  await page.mouse.move(400, 600)
  await page.mouse.wheel(220, 0)
  await expect.poll(async () => (await lefts())[1]?.left).toBe(ideas?.left)

  await page.setViewportSize({ width: 1280, height: 800 })
  for (const title of ['Ideas', 'To Do', 'In Progress', 'Done'])
    await expect(column(page, title)).toBeInViewport({ ratio: 1 })
  await expect(column(page, 'In Progress').getByRole('article', { name: quest.title })).toBeVisible()
})

test('at a desk Today has a list of each member, where a tick is theirs alone', async ({ family, page }) => {
  await fullDay(family)
  await addKid(family, 'Zoe')
  await openCalendar(page)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  const of = (name: string) => today(page).getByRole('list', { name })
  await expect(of('Mia').getByRole('article')).toHaveCount(7)
  await expect(of('Leo').getByRole('article')).toHaveCount(1)
  await expect(of('Zoe')).toHaveCount(0)
  expect((await of('Mia').boundingBox())?.width).toBeLessThanOrEqual(360)
  const tick = of('Leo').getByRole('checkbox', { name: 'Brush teeth, Leo' })
  await tick.click()
  await expect(tick).toBeChecked()
  await expect(of('Mia').getByRole('checkbox', { name: 'Brush teeth, Mia' })).not.toBeChecked()
})
