import type { BrowserContext } from '@playwright/test'
import { samplePictures } from '#testing/sample-pictures.ts'
import {
  addMember,
  addReward,
  complete,
  dayFromNow,
  expectAnnounced,
  expectText,
  setMode,
  requestRedemption,
  remove,
} from './actions.ts'
import { archiveOf, dataCard, openSettings, take } from './family-data.ts'
import { addQuest, expect, test } from './family.ts'
import { intercept } from './intercept.ts'

async function withPicture(
  context: BrowserContext,
  memberId: string,
  type: keyof typeof samplePictures,
): Promise<void> {
  const { uploadURL } = await (await context.request.post('/api/objects/upload', { data: {} })).json()
  const sent = await context.request.put(uploadURL, {
    data: Buffer.from(samplePictures[type]),
    headers: { 'content-type': type },
  })
  expect(sent.status()).toBe(200)
  const shown = await context.request.put(`/api/family-members/${memberId}/avatar`, { data: { avatarUrl: uploadURL } })
  expect(shown.status()).toBe(200)
}

const tables = {
  ...{
    members: 'members.csv',
    columns: 'columns.csv',
    quests: 'quests.csv',
    completions: 'completions.csv',
    gemEntries: 'gem-entries.csv',
  },
  ...{ gemDebts: 'gem-debts.csv', rewards: 'rewards.csv', redemptions: 'redemptions.csv', practice: 'practice.csv' },
  devices: 'devices.csv',
}

const textOf = (file: Uint8Array | undefined) => Buffer.from(file ?? []).toString()

test('Anna takes everything along: every list and every picture that the API has; what does not come whole is not saved', async ({
  family,
  page,
}) => {
  // Something in every list, and names a spreadsheet must not take for more than names.
  const mia = await addMember(family, 'Mia "=Maus", 李')
  const leo = await addMember(family, 'Leo')
  await withPicture(family.context, mia.id, 'image/png')
  await withPicture(family.context, leo.id, 'image/webp')
  const dishes = await addQuest(family, '=SUM(A1:A9)', 'To Do', {
    assigneeIds: [mia.id, leo.id],
    gemValue: 50,
    recurring: 'daily',
  })
  await addQuest(family, 'Shelf, the "big" one', 'Ideas', {
    description: 'First line\nsecond line, with ümlaut 🧹',
    targetTime: '07:30',
  })
  await complete(family, dishes.id, mia.id)
  await setMode(family, 'ask')
  const iceCream = await addReward(family, '@home ice cream', { gemCost: 10 })
  await requestRedemption(family, iceCream.id, mia.id)
  // Leo's gems are asked for when his completion is undone: ten are owed.
  await complete(family, dishes.id, leo.id)
  await requestRedemption(family, iceCream.id, leo.id)
  await remove(family, `/api/quests/${dishes.id}/completions/${leo.id}/${dayFromNow()}`)
  const practised = await family.context.request.post(`/api/family-members/${mia.id}/practice`, {
    data: { game: 'word-pop', item: 'dog', answer: 'right', day: dayFromNow() },
  })
  expect(practised.status()).toBe(200)

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
  await expectText(
    dataCard(page),
    "We couldn't reach Bubblequest. Check the connection and try again. Nothing was saved.",
  )
  await page.unroute('**/export')
  expect(downloads).toEqual([])

  const { name, files } = await archiveOf(page)
  expect(downloads).toHaveLength(1)
  expect(name).toBe(`bubblequest-berg-family-${dayFromNow()}.zip`)
  await expectText(page, `Saved as ${name}`)

  const kept = await (await family.context.request.get(`/api/families/${family.familyId}/export`)).json()
  const taken = JSON.parse(textOf(files['family.json']))
  expect({ ...taken, exportedAt: kept.exportedAt }).toEqual(kept)

  // Line by line they are looked at in `archive.test.ts` and `csv.test.ts`.
  for (const [list, table] of Object.entries(tables)) {
    expect(kept[list].length, list).toBeGreaterThan(0)
    expect(textOf(files[table]), list).toMatch(/^\uFEFF[^]+\r\n[^]+\r\n$/)
  }
  expect(Object.keys(kept).toSorted()).toEqual(['exportedAt', 'family', ...Object.keys(tables)].toSorted())
  const pictures = {
    'pictures/Mia =Maus , 李.png': kept.members[1].avatarSeed,
    'pictures/Leo.webp': kept.members[2].avatarSeed,
  }
  expect(Object.keys(files).toSorted()).toEqual(
    ['family.json', ...Object.values(tables), ...Object.keys(pictures)].toSorted(),
  )
  for (const [file, path] of Object.entries(pictures)) {
    const bytes = await (await family.context.request.get(path)).body()
    expect(Buffer.from(files[file] ?? []).equals(bytes), file).toBe(true)
    expect(bytes.length).toBeGreaterThan(20)
  }
})
