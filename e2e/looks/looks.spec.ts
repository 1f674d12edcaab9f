import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { expectAccessibleAndFits, expectToFit } from '../accessibility.ts'
import { addMember, addReward, doQuest, overlaysAreGone, setPin } from '../actions.ts'
import { addQuest, expect, tabletOf, test } from '../family.ts'
import { conditions } from './conditions.ts'
import { openDialog, openers, openPlace, places } from './places.ts'

// On screens that are touched.
test.use({ hasTouch: true })

/** Every route of the app, read from its one list of screens. */
const routes = [...readFileSync('app/shell/screens.tsx', 'utf8').matchAll(/ path="([^"]+)"/g)].map(
  ([, path = '']) => path,
)

/** Leads a parent to Mission Control, which is a place of its own. */
const elsewhere = '/admin'

/** Opens each place and each dialog there, whose requests the fixture watches, and checks it in all conditions. */
async function walk(page: Page, routes: Record<string, Record<string, string>>, mia = ''): Promise<void> {
  for (const [place, heading] of Object.values(routes).flatMap((ofRoute) => Object.entries(ofRoute))) {
    await openPlace(page, place, mia)
    await expect(page.getByRole('heading', { name: heading }).first(), place).toBeAttached()
    if (place === elsewhere) continue
    for (const opener of [undefined, ...(openers[place] ?? [])]) {
      if (opener !== undefined) await openDialog(page, opener)
      const where = {
        place: opener === undefined ? place : `${place}: ${opener}`,
        isOfKid: place.startsWith('/kid/'),
        isGame: place.includes('#playground/'),
        isDialog: opener !== undefined,
      }
      for (const [condition, check] of Object.entries(conditions))
        await test.step(`${where.place} in ${condition}`, () => check(page, where))
      await page.keyboard.press('Escape')
      if (opener !== undefined) await overlaysAreGone(page)
    }
  }
}

test('every screen has a place that is walked to', () => {
  expect([...Object.keys(places.open), ...Object.keys(places.closed)].toSorted()).toEqual(
    [...new Set(routes)].toSorted(),
  )
  expect(routes.length).toBeGreaterThanOrEqual(15)
})

test('signed out, each screen asks its own server alone and fits letters, cameras, fingers, contrast and keys', async ({
  page,
}) => {
  await walk(page, places.open)
  // Two fingers zoom for who needs it larger.
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).not.toMatch(/user-scalable|maximum-scale/)
})

test.describe('of a family', () => {
  const { '/kid/:memberId?': bubble, '/wall': wall, ...ofParent } = places.closed

  test.beforeEach(async ({ family, mia }) => {
    await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id, family.memberId], recurring: 'daily' })
    await doQuest(family, mia.id, 'Rake the leaves', 300)
    await addReward(family, 'Ice cream', { gemCost: 10 })
    await setPin(family, (await addMember(family, 'Leo')).id, '1234')
  })

  test("each screen and dialog of a parent's asks its own server alone and fits", ({ page, mia }) =>
    walk(page, ofParent, mia.id))

  test("each screen and dialog of a child's and of the wall asks its own server alone and fits", ({ mia }) =>
    walk(mia.page, { bubble, wall }, mia.id))

  for (const [locale, texts] of [
    ['de-DE', de],
    ['es-ES', es],
  ] as const) {
    test(`each screen fits the smallest phone: ${locale}`, async ({ family, mia, openContext, openDevice }) => {
      const smallest = { locale, viewport: { width: 320, height: 640 } }
      const child = await tabletOf(mia.id, family, openContext, smallest)
      for (const [page, ofPage] of [
        [await openDevice(smallest), ofParent],
        [child.page, { wall, bubble }],
      ] as const) {
        for (const place of Object.values(ofPage).flatMap((ofRoute) => Object.keys(ofRoute))) {
          await openPlace(page, place, mia.id, texts.shell.kanbanBoard)
          await expect(page.getByRole('heading').first(), place).toBeAttached()
          if (place === elsewhere) continue
          await expectToFit(page)
          if (!place.endsWith('word-pop')) continue
          await expect(page.getByText(texts.wordPop.inEnglish, { exact: true })).toBeVisible()
          await expectAccessibleAndFits(page)
        }
      }
    })
  }
})
