import { samplePictures } from '#testing/sample-pictures.ts'
import { addMember, complete, dayFromNow, expectAnnounced, expectText } from '../actions.ts'
import { archiveOf, dataCard, openSettings, take } from './family-data.ts'
import { addQuest, expect, test, type SignedUp } from '../family.ts'
import { intercept } from '../intercept.ts'

async function addPicture({ context }: SignedUp, memberId: string, type: keyof typeof samplePictures): Promise<void> {
  const { uploadURL } = await (await context.request.post('/api/objects/upload', { data: {} })).json()
  const headers = { 'content-type': type }
  const sent = await context.request.put(uploadURL, { data: Buffer.from(samplePictures[type]), headers })
  expect(sent.status()).toBe(200)
  const shown = await context.request.put(`/api/family-members/${memberId}/avatar`, { data: { avatarUrl: uploadURL } })
  expect(shown.status()).toBe(200)
}

const textOf = (file: Uint8Array | undefined) => Buffer.from(file ?? []).toString()

// Line by line the tables are looked at in `archive.test.ts` and `csv.test.ts`.
test('Anna takes all lists and pictures along; what does not come whole is not saved', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia "=Maus", 李')
  const leo = await addMember(family, 'Leo')
  await addPicture(family, mia.id, 'image/png')
  await addPicture(family, leo.id, 'image/webp')
  const dishes = await addQuest(family, '=SUM(A1:A9)', 'To Do', { assigneeIds: [mia.id], description: 'First\nsecond' })
  await complete(family, dishes.id, mia.id)

  await openSettings(page)
  const downloads: string[] = []
  page.on('download', (file) => downloads.push(file.suggestedFilename()))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  await intercept(page, '**/objects/**', async (route) => {
    if (++asked === 1) return route.continue()
    await held
    return route.abort()
  })
  await take(page).click()
  await expectText(page, 'Fetching picture 2 of 2...')
  await expect(page.getByRole('button', { name: 'Downloading...' })).toBeDisabled()
  release()
  await expectText(dataCard(page), "The download didn't finish. Please try again. Nothing was saved.")
  await expectAnnounced(page, 'Nothing was saved.')
  await page.unroute('**/objects/**')
  await intercept(page, '**/export', (route) => route.abort())
  await take(page).click()
  const unreachable = "We couldn't reach Bubblequest. Check the connection and try again."
  await expectText(dataCard(page), `${unreachable} Nothing was saved.`)
  await page.unroute('**/export')
  expect(downloads).toEqual([])

  const { name, files } = await archiveOf(page)
  expect(name).toBe(`bubblequest-berg-family-${dayFromNow()}.zip`)
  expect(downloads).toEqual([name])
  await expectText(page, `Saved as ${name}`)
  const kept = await (await family.context.request.get(`/api/families/${family.familyId}/export`)).json()
  expect({ ...JSON.parse(textOf(files['family.json'])), exportedAt: kept.exportedAt }).toEqual(kept)
  expect(textOf(files['quests.csv'])).toContain("'=SUM(A1:A9)")
  expect(textOf(files['gem-entries.csv'])).toMatch(/^\uFEFF[^]+\r\n[^]+\r\n$/)
  const pictures = {
    'pictures/Mia =Maus , 李.png': kept.members[1].avatarSeed,
    'pictures/Leo.webp': kept.members[2].avatarSeed,
  }
  for (const [file, path] of Object.entries(pictures)) {
    const bytes = await (await family.context.request.get(path)).body()
    expect(Buffer.from(files[file] ?? []).equals(bytes), file).toBe(true)
  }
  const { exportedAt: _exportedAt, family: _family, ...lists } = kept
  expect(Object.keys(files)).toHaveLength(1 + Object.keys(lists).length + Object.keys(pictures).length)
})
