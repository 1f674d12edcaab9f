import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { samplePictures } from '#domain/rules/sample-pictures.ts'
import { cellOf, linesOf } from './archive.ts'
import { addMember, addReward, complete, dayFromNow, said, setMode, wish } from './deeds.ts'
import { addQuest, expect, signIn, test, watch, type SignedUp } from './family.ts'
import { expectGoodLooks, screens } from './looks.ts'
import { socketSwitch } from './socket-switch.ts'
import { miaWithTablet, openBubble } from './tablet.ts'
import { withVoice } from './voice.ts'
import { openWall } from './wall.ts'

const dataCard = (page: Page) => page.getByRole('region', { name: 'Your data' })
const take = (page: Page) => page.getByRole('button', { name: 'Download everything' })
const deletion = (page: Page) => page.getByRole('dialog', { name: 'Delete Berg Family' })
const password = (page: Page) => deletion(page).getByLabel('Your password')
const confirm = (page: Page) => deletion(page).getByRole('button', { name: 'Delete family' })
const heading = (page: Page, words: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(words)

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings')
  await expect(take(page)).toBeVisible()
  await said(page, 'Live')
}

async function openDeletion(page: Page): Promise<void> {
  await openSettings(page)
  await dataCard(page).getByRole('button', { name: 'Delete family' }).click()
  await expect(password(page)).toBeVisible()
}

async function withPicture(context: BrowserContext, memberId: string, type: keyof typeof samplePictures): Promise<void> {
  const { uploadURL } = await (await context.request.post('/api/objects/upload', { data: {} })).json()
  const sent = await context.request.put(uploadURL, { data: Buffer.from(samplePictures[type]), headers: { 'content-type': type } })
  expect(sent.status()).toBe(200)
  const shown = await context.request.put(`/api/family-members/${memberId}/avatar`, { data: { avatarUrl: uploadURL } })
  expect(shown.status()).toBe(200)
}

/** The Bergs with something in every list, and with names a spreadsheet must not take for more than names. */
async function fullFamily(family: SignedUp) {
  const mia = await addMember(family, 'Mia "=Maus", 李')
  const leo = await addMember(family, 'Leo')
  await withPicture(family.context, mia.id, 'image/png')
  await withPicture(family.context, leo.id, 'image/webp')
  const dishes = await addQuest(family.context, family, '=SUM(A1:A9)', 'To Do', { assigneeIds: [mia.id, leo.id], gemValue: 50, recurring: 'daily' })
  await addQuest(family.context, family, 'Shelf, the "big" one', 'Ideas', { description: 'First line\nsecond line, with ümlaut 🧹', targetTime: '07:30' })
  await complete(family, dishes.id, mia.id)
  await setMode(family, 'ask')
  const iceCream = await addReward(family, '@home ice cream', { gemCost: 10 })
  await wish(family, iceCream.id, mia.id)
  const practised = await family.context.request.post(`/api/family-members/${mia.id}/practice`, {
    data: { game: 'word-pop', item: 'dog', answer: 'right', day: dayFromNow() },
  })
  expect(practised.status()).toBe(200)
  return { mia, leo }
}

const textOf = (file: Uint8Array | undefined) => Buffer.from(file ?? []).toString()

async function archiveOf(page: Page) {
  const waiting = page.waitForEvent('download')
  await take(page).last().click()
  const file = await waiting
  return { name: file.suggestedFilename(), files: unzipSync(await readFile(await file.path())) }
}

test('Anna takes everything along: line by line and picture by picture what the API says', async ({ family, page }) => {
  await fullFamily(family)
  await openSettings(page)
  const { name, files } = await archiveOf(page)
  expect(name).toBe(`bubblequest-berg-family-${dayFromNow()}.zip`)
  await said(page, `Saved as ${name}`)

  const kept = await (await family.context.request.get(`/api/families/${family.familyId}/export`)).json()
  const taken = JSON.parse(textOf(files['family.json']))
  expect({ ...taken, exportedAt: kept.exportedAt }).toEqual(kept)

  const tables = {
    ...{ members: 'members.csv', columns: 'columns.csv', quests: 'quests.csv', completions: 'completions.csv', gemEntries: 'gem-entries.csv' },
    ...{ rewards: 'rewards.csv', redemptions: 'redemptions.csv', practice: 'practice.csv' },
  }
  expect(Object.keys(kept).toSorted()).toEqual(['exportedAt', 'family', ...Object.keys(tables)].toSorted())
  for (const [list, table] of Object.entries(tables)) {
    const rows: Record<string, unknown>[] = kept[list]
    const lines = linesOf(textOf(files[table]))
    expect(rows.length, list).toBeGreaterThan(0)
    const expected = rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cellOf(value)])))
    expect(lines, list).toHaveLength(rows.length)
    expect(lines, list).toEqual(expected.map((row) => expect.objectContaining(row)))
  }
  const [done] = linesOf(textOf(files['completions.csv']))
  expect(done).toMatchObject({ member: 'Mia "=Maus", 李', quest: "'=SUM(A1:A9)" })
  const [paid] = linesOf(textOf(files['gem-entries.csv'])).filter(({ reason }) => reason === 'redemption')
  expect(paid?.['amount']).toBe('-10')

  const pictures = { 'pictures/Mia =Maus , 李.png': kept.members[1].avatarSeed, 'pictures/Leo.webp': kept.members[2].avatarSeed }
  expect(Object.keys(files).toSorted()).toEqual(['family.json', ...Object.values(tables), ...Object.keys(pictures)].toSorted())
  for (const [file, path] of Object.entries(pictures)) {
    const bytes = await (await family.context.request.get(path)).body()
    expect(Buffer.from(files[file] ?? []).equals(bytes), file).toBe(true)
    expect(bytes.length).toBeGreaterThan(20)
  }
})

test('while it is made it says so; when a picture does not come nothing is saved, and the next try is whole', async ({ family, page }) => {
  await fullFamily(family)
  await openSettings(page)
  const downloads: string[] = []
  page.on('download', (file) => downloads.push(file.suggestedFilename()))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/objects/**', async (route) => {
    if (++asked === 1) return route.continue()
    await held
    return route.abort()
  })
  await take(page).click()
  await said(page, 'Fetching picture 2 of 2...')
  await expect(page.getByRole('button', { name: 'Downloading...' })).toBeDisabled()
  release()
  await expect(dataCard(page).getByRole('status')).toHaveText('Something did not come. Please try again. Nothing was saved.')
  await page.unroute('**/objects/**')

  await page.route('**/export', (route) => route.abort())
  await take(page).click()
  await expect(dataCard(page).getByRole('status')).toHaveText('We could not reach Bubblequest. Check the connection and try again. Nothing was saved.')
  await page.unroute('**/export')
  expect(downloads).toEqual([])

  const { files } = await archiveOf(page)
  expect(Object.keys(files)).toHaveLength(11)
  expect(downloads).toHaveLength(1)
})

test('Anna deletes the family; the tablet, the wall and her second window leave by themselves, and nothing is left on them', async ({
  family,
  page,
  browser,
  baseURL,
}) => {
  const mia = await miaWithTablet(family, browser, baseURL)
  await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  const kitchen = await browser.newContext()
  const troubles: string[] = []
  watch(kitchen, baseURL ?? '', troubles)
  await signIn(kitchen, family.credentials)
  const wall = await kitchen.newPage()
  await openWall(wall)
  const second = await family.context.newPage()
  await second.goto(`/kid/${mia.id}#playground/word-pop`)
  await expect(second.getByRole('button', { name: 'Exit' })).toBeVisible()

  await openDeletion(page)
  await expect(deletion(page)).toContainText('This cannot be undone. Nobody can bring back what is gone.')
  for (const line of ['Everybody in the family', 'All quests', 'The login'])
    await expect(deletion(page).getByRole('listitem').filter({ hasText: line })).toHaveCount(1)
  // The offer to keep a copy is a real one.
  expect(Object.keys((await archiveOf(page)).files)).toContain('family.json')

  await password(page).fill('not her password')
  await confirm(page).click()
  await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await said(wall, 'Live')

  await password(page).fill(family.credentials.password)
  await confirm(page).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await said(page, 'Family deleted')
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('Family deleted')).toHaveCount(0)
  expect((await family.context.cookies()).filter(({ name }) => name.startsWith('bq_'))).toEqual([])

  for (const screen of [mia.page, wall, second]) {
    await heading(screen, 'Your family was deleted')
    await said(screen, 'Everything that was kept of it is gone, on this device too.')
    expect(await screen.evaluate(() => localStorage.getItem('selectedMemberId'))).toBeNull()
    // The way back leads to nothing either.
    await screen.goBack()
    await expect(screen.getByLabel('Email')).toBeVisible()
    await expect(screen.getByText(/Mia|Dishes|Anna/)).toHaveCount(0)
  }
  expect(mia.troubles).toEqual([])
  expect(troubles).toEqual([])
  await mia.tablet.close()
  await kitchen.close()
})

test('a tablet that was away meanwhile leaves when it is back, and one that was signed out says that', async ({ family, page, browser, baseURL }) => {
  const mia = await miaWithTablet(family, browser, baseURL)
  await openBubble(mia)
  const kitchen = await browser.newContext()
  await signIn(kitchen, family.credentials)
  const wall = await kitchen.newPage()
  const line = await socketSwitch(wall)
  await openWall(wall)
  await line.cut()
  // Its session is over and its token used up; only the live connection asks.
  const anna = await browser.newContext()
  await signIn(anna, family.credentials)
  await kitchen.clearCookies()
  line.restore()
  await heading(wall, 'You were signed out')
  await kitchen.close()

  await mia.tablet.setOffline(true)
  await expect(mia.page.getByText(/^As of /)).toBeVisible()
  const gone = await anna.request.post(`/api/families/${family.familyId}/deletion`, { data: { currentPassword: family.credentials.password } })
  expect(gone.status()).toBe(200)
  await mia.tablet.setOffline(false)
  await heading(mia.page, 'Your family was deleted')
  await page.goto('/parent')
  await heading(page, 'Welcome back')
  await anna.close()
  await mia.tablet.close()
})

test('by keyboard alone: asked, thought better of it, a wrong password, no network, and gone', async ({ family, page }) => {
  await openSettings(page)
  const opener = dataCard(page).getByRole('button', { name: 'Delete family' })
  await take(page).focus()
  await page.keyboard.press('Tab')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(password(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(deletion(page)).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(deletion(page)).toBeVisible()
  for (let stop = 0; stop < 6 && !(await password(page).evaluate((field) => field === document.activeElement)); stop++) await page.keyboard.press('Tab')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(deletion(page).getByText('Password is required')).toBeVisible()
  await page.keyboard.type('wrong-password')
  await page.keyboard.press('Enter')
  await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
  await expect(password(page)).toHaveValue('wrong-password')

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(family.credentials.password)
  await page.route('**/deletion', (route) => route.abort())
  await page.keyboard.press('Enter')
  await expect(page.getByText('We could not reach Bubblequest. Check the connection and try again.', { exact: true })).toBeVisible()
  await expect(password(page)).toBeFocused()
  await page.unroute('**/deletion')
  await page.keyboard.press('Enter')
  await said(page, 'Family deleted')
})

test('the page about privacy is found from the landing page, sign-up, settings and a child’s bubble', async ({ family, page, browser, baseURL }) => {
  const visitor = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage()
  await visitor.goto('/')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await heading(visitor, 'Privacy, in plain words')
  await expect(visitor).toHaveTitle('Privacy · Bubblequest')
  await visitor.getByRole('link', { name: 'Bubblequest' }).click()
  await visitor.getByRole('link', { name: 'Get Started' }).click()
  await visitor.getByRole('link', { name: 'What is kept, and why' }).click()
  await expect(visitor).toHaveURL('/privacy')
  await visitor.getByRole('link', { name: 'Open the picture page' }).click()
  await heading(visitor, 'What Bubblequest knows')
  await visitor.getByRole('link', { name: 'the whole page about privacy' }).click()
  await heading(visitor, 'Privacy, in plain words')
  for (const [what, until] of [
    ['What a child practises in the games', '13 months after it was last practised.'],
    ['News between your screens', 'Three days.'],
    ['Pictures of faces', 'Until a day after nobody shows them.'],
  ] as const) {
    await expect(visitor.locator('dl > div').filter({ hasText: what })).toContainText(until)
  }
  await visitor.context().close()

  await openSettings(page)
  await page.getByRole('link', { name: 'Read about privacy' }).click()
  await heading(page, 'Privacy, in plain words')
  await page.getByRole('link', { name: 'Open the settings' }).click()
  await expect(dataCard(page)).toBeVisible()

  const mia = await miaWithTablet(family, browser, baseURL)
  await openBubble(mia)
  await mia.page.getByRole('link', { name: 'What do you know about me?' }).click()
  await heading(mia.page, 'What Bubblequest knows')
  await mia.page.getByRole('link', { name: 'Back' }).click()
  await heading(mia.page, "Mia's Bubble")
  // A child's tablet has no settings, and so neither of the two buttons.
  await mia.page.goto('/settings')
  await heading(mia.page, "Mia's Bubble")
  expect(mia.troubles).toEqual([])
  await mia.tablet.close()
})

test('the picture page is read aloud, one by one or all of it, and is silent once left', async ({ page }) => {
  const { voicesLoad, spoken } = await withVoice(page)
  await page.goto('/privacy/kids')
  await heading(page, 'What Bubblequest knows')
  await expect(page.getByRole('button')).toHaveCount(0)
  await voicesLoad()
  await expect(page.getByRole('button', { name: /^Read to me/ })).toHaveCount(7)
  for (const button of await page
    .getByRole('button')
    .or(page.getByRole('link', { name: 'Back' }))
    .all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(56)
  }
  await page.getByRole('button', { name: 'Read to me: Your PIN is a secret' }).click()
  await page.getByRole('button', { name: 'Read everything to me' }).press('Enter')
  const [, pin, , all] = await spoken()
  expect(pin).toBe('Your PIN is a secret. Even I cannot read it. at 0.9')
  expect(all).toContain('I remember you. Your name, your face and your quests. I count your gems.')
  expect(all).toMatch(/Do you want something gone\? Ask a grown-up\. They can delete it\. at 0\.9$/)
  await page.getByRole('link', { name: 'the whole page about privacy' }).click()
  await heading(page, 'Privacy, in plain words')
  expect((await spoken()).at(-1)).toBe('silence')
})

for (const [name, width, height] of screens) {
  test.describe(`by ${name}`, () => {
    test.use({ viewport: { width, height } })

    test('both pages about privacy look right', async ({ page }) => {
      const { voicesLoad } = await withVoice(page)
      for (const path of ['/privacy', '/privacy/kids']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await voicesLoad()
        await expectGoodLooks(page)
      }
      await page.goto('/login#family-deleted')
      await heading(page, 'Your family was deleted')
      await expectGoodLooks(page)
    })

    test('the card in the settings and the question look right, with all they can say', async ({ page, family }) => {
      test.slow()
      await openSettings(page)
      await page.route('**/export', (route) => route.abort())
      await take(page).click()
      await expect(dataCard(page).getByRole('status')).toContainText('Nothing was saved.')
      await expectGoodLooks(page)
      await page.unroute('**/export')
      await dataCard(page).getByRole('button', { name: 'Delete family' }).click()
      await expectGoodLooks(page)
      await archiveOf(page)
      await password(page).fill('wrong-password')
      await confirm(page).click()
      await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
      await expectGoodLooks(page)
      expect(family.familyId).not.toBe('')
    })
  })
}
