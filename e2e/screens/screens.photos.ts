import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { endAnimations } from '../accessibility.ts'
import { openDialog, openers, openPlace, places } from '../looks/places.ts'
import { storyDataFolder } from '../story-server.ts'

/** What a button of the stories' families is called in the demo family. */
const namesInDemo: Record<string, string> = {
  Dishes: 'Read for twenty minutes',
  'Edit Ice cream': 'Edit Pizza night',
  Leo: 'Mia',
}

async function photograph(page: Page, routes: Record<string, Record<string, string>>, mia = ''): Promise<void> {
  for (const place of Object.values(routes).flatMap((ofRoute) => Object.keys(ofRoute))) {
    for (const opener of [undefined, ...(openers[place] ?? [])]) {
      await openPlace(page, place, mia)
      await page.getByRole('heading').first().waitFor()
      if (opener !== undefined) await openDialog(page, namesInDemo[opener] ?? opener)
      await page.evaluate(() => document.fonts.ready)
      await endAnimations(page)
      const name = `${place} ${opener ?? ''}`.replaceAll(/\W+/g, ' ').trim().replaceAll(' ', '-') || 'landing'
      await page.screenshot({ path: `screens/${name}-${test.info().project.name}.jpg`, type: 'jpeg', quality: 70 })
    }
  }
}

test('of a visitor', ({ page }) => photograph(page, places.open))

test.describe('of the demo family', () => {
  const { '/kid/:memberId?': bubble, ...ofParent } = places.closed
  let mia = ''

  test.beforeEach(async ({ page: { request } }) => {
    const signInFile = `${storyDataFolder}/demo.json`
    await expect.poll(() => existsSync(signInFile), { timeout: 120_000 }).toBe(true)
    const signIn = JSON.parse(readFileSync(signInFile, 'utf8'))
    const env = { ...process.env, BUBBLEQUEST_DATA: storyDataFolder }
    execFileSync('npm', ['run', '--silent', 'admin', '--', 'grant', signIn.email], { env })
    await request.post('/api/auth/login', { data: signIn })
    const [{ family }] = await (await request.get('/api/families/my')).json()
    const members: { id: string; displayName: string }[] = await (
      await request.get(`/api/families/${family.id}/members`)
    ).json()
    mia = members.find(({ displayName }) => displayName === 'Mia')?.id ?? ''
  })

  test('to a parent', ({ page }) => photograph(page, ofParent, mia))

  test('to a child', async ({ page }) => {
    await page.request.put('/api/auth/active-member', { data: { memberId: mia } })
    await photograph(page, { bubble }, mia)
  })
})
