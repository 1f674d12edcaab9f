import type { Page, Request } from '@playwright/test'
import {
  addMember,
  addReward,
  balanceOf,
  change,
  chooseMenuItem,
  doQuest,
  expectText,
  openLive,
  remove,
  setMode,
  toast,
} from '../actions.ts'
import { card, openBoard } from '../board.ts'
import { addQuest, expect, signIn, tabletOf, test as base, type Kid } from '../family.ts'
import { expectAccessible } from '../accessibility.ts'
import { withVoice } from '../voice.ts'
import { completionDialog, kidTile, openBubble, pop, tapOn } from '../kid/tablet.ts'

const test = base.extend<{ openTablet: (memberId: string) => Promise<Kid> }>({
  openTablet: async ({ family, openContext }, use) =>
    use((memberId) =>
      tabletOf(memberId, family, async () => {
        const context = await openContext({ serviceWorkers: 'allow', reducedMotion: 'reduce' }, { mayErr: true })
        await signIn(context, family.credentials)
        return context
      }),
    ),
})

/** Waits until the device has kept the app and the family. */
async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.match('/kept-family', { cacheName: 'kept-family' })) !== undefined),
    )
    .toBe(true)
}

async function popOn(page: Page, title: string): Promise<void> {
  await tapOn(page, title).first().click()
  await pop(page).click()
  await expect(completionDialog(page)).toHaveCount(0)
}

/** Every command that the device keeps. */
const keptOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('kept-commands')
        open.addEventListener('success', () => {
          const database = open.result
          if (!database.objectStoreNames.contains('commands')) return resolve(0)
          const count = database.transaction('commands').objectStore('commands').count()
          count.addEventListener('success', () => {
            database.close()
            resolve(count.result)
          })
        })
      }),
  )

/** Counts the changes of quests that were answered, and how many were in flight at the same time. */
function countChanges(page: Page) {
  let [answered, now, most] = [0, 0, 0]
  const isChange = (request: Request) => request.method() === 'PATCH'
  page.on('request', (request) => isChange(request) && (most = Math.max(most, ++now)))
  page.on('requestfailed', (request) => isChange(request) && now--)
  page.on('requestfinished', (request) => isChange(request) && (now--, answered++))
  return { answered: () => answered, mostInFlight: () => most }
}

/** Makes the last command that the device keeps so many days older. */
const agePress = (page: Page, days: number) =>
  page.evaluate(
    (days) =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('kept-commands')
        open.addEventListener('success', () => {
          const transaction = open.result.transaction('commands', 'readwrite')
          const store = transaction.objectStore('commands')
          const read = store.getAll()
          read.addEventListener('success', () => {
            const kept = read.result.at(-1)
            const { body } = kept.command
            body.completedDate = new Date(Date.parse(body.completedDate) - days * 86_400_000).toISOString().slice(0, 10)
            store.put(kept)
          })
          transaction.addEventListener('complete', () => {
            open.result.close()
            resolve()
          })
        })
      }),
    days,
  )

test('fifty deeds without a network outlive two reloads, wait beside the balance, and are each done once', async ({
  family,
  openTablet,
}) => {
  test.setTimeout(240_000)
  const { id: mia } = await addMember(family, 'Mia')
  const titles = Array.from({ length: 50 }, (_, index) => `Quest ${index + 1}`)
  for (const title of titles) await addQuest(family, title, 'To Do', { assigneeIds: [mia], gemValue: 2 })
  const tablet = await openTablet(mia)
  await openBubble(tablet)
  const { page } = tablet
  await untilKept(page)
  const { answered, mostInFlight } = countChanges(page)
  await page.context().setOffline(true)
  for (const [index, title] of titles.entries()) {
    await popOn(page, title)
    if (index === 10 || index === 30) await page.reload()
  }
  await expectText(page, '50 deeds waiting')
  await expect(kidTile(page, 'Quest 1')).toContainText('On its way')
  await expectText(page, '+ 100')
  await page.context().setOffline(false)
  await expectText(page, 'All arrived')
  await expect.poll(() => balanceOf(family, mia)).toBe(100)
  await expect(page.getByText('On its way')).toHaveCount(0)
  expect(await keptOn(page)).toBe(0)
  expect([answered(), mostInFlight()]).toEqual([50, 2])
  const entries = await (await family.context.request.get(`/api/family-members/${mia}/gem-entries`)).json()
  expect(entries).toHaveLength(50)
})

test('two tablets without a network: the first to return is paid, the other is told kindly, what is too old is said, and the rest goes on', async ({
  family,
  openTablet,
}) => {
  const [{ id: mia }, { id: leo }] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  const both = { assigneeIds: [mia, leo], gemValue: 10 }
  await addQuest(family, 'Table', 'To Do', both)
  const { id: plants } = await addQuest(family, 'Plants', 'To Do', { assigneeIds: [leo], gemValue: 10 })
  await addQuest(family, 'Bed', 'To Do', { assigneeIds: [leo], gemValue: 5 })
  await addQuest(family, 'Shoes', 'To Do', { assigneeIds: [leo], gemValue: 5 })
  const tablets = [await openTablet(mia), await openTablet(leo)]
  for (const { page, id } of tablets) {
    await openLive(page, `/kid/${id}`)
    await untilKept(page)
    await page.context().setOffline(true)
    await popOn(page, 'Table')
  }
  const [ofMia, ofLeo] = tablets.map(({ page }) => page) as [Page, Page]
  await popOn(ofLeo, 'Plants')
  await popOn(ofLeo, 'Bed')
  await popOn(ofLeo, 'Shoes')
  await expectText(ofLeo, '4 deeds waiting')
  // As if the last one was done four days ago.
  await agePress(ofLeo, 4)
  await ofLeo.reload()
  await expectText(ofLeo, '4 deeds waiting')
  await ofMia.context().setOffline(false)
  await expect.poll(() => balanceOf(family, mia)).toBe(10)
  await remove(family, `/api/quests/${plants}`)
  await ofLeo.context().setOffline(false)
  await expect.poll(() => balanceOf(family, leo)).toBe(5)
  await expect(ofLeo.getByText('On its way')).toHaveCount(0)
  await expect(ofLeo.getByText('Error', { exact: true })).toHaveCount(0)
  const tooOld = ofLeo.getByRole('button', { name: 'Shoes: Too old to count: ask a parent' })
  await tooOld.click()
  await expect(tooOld).toHaveCount(0)
  await expect(toast(ofLeo)).toContainText(/Mia was faster!|Not this time/)
  expect(await keptOn(ofLeo)).toBe(0)
})

test('a second tab shows what the first one keeps, an undo strikes what was not sent, and signing out asks before it is lost', async ({
  family,
  openContext,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  for (const title of ['Vacuum', 'Dishes'])
    await addQuest(family, title, 'To Do', { assigneeIds: [mia], gemValue: 10, recurring: 'daily' })
  const context = await openContext({ serviceWorkers: 'allow' }, { mayErr: true })
  await signIn(context, family.credentials)
  const [page, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [page, second]) await openBoard(tab)
  await untilKept(page)
  await context.setOffline(true)
  for (const tab of [page, second]) await expectText(tab, /^As of /)
  for (const title of ['Vacuum', 'Dishes']) await chooseMenuItem(page, card(page, title), 'Complete')
  for (const tab of [page, second]) {
    await expect(card(tab, 'Vacuum')).toContainText('On its way')
    await expectText(tab, '2 deeds waiting')
  }
  await page.reload()
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expectText(page, '2 deeds waiting')
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await chooseMenuItem(page, page.getByRole('article', { name: 'Vacuum' }).first(), 'Undo')
  await expectText(page, '1 deed waiting')
  expect(await keptOn(page)).toBe(1)

  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expectText(page, '1 deed of Anna has not arrived.')
  await page.getByRole('button', { name: 'Wait' }).click()
  await context.setOffline(false)
  await expectText(second, 'All arrived')
  await expect.poll(() => balanceOf(family, mia)).toBe(10)

  await context.setOffline(true)
  await chooseMenuItem(second, card(second, 'Vacuum'), 'Complete')
  await expectText(page, '1 deed waiting')
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Lose them' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await keptOn(page)).toBe(0)
})

test('where nothing can be stored, a child is told before the pop that it needs a connection', async ({
  family,
  openTablet,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  await addQuest(family, 'Bed', 'To Do', { assigneeIds: [mia], gemValue: 10 })
  const { page, id } = await openTablet(mia)
  const { voicesLoad, spoken } = await withVoice(page)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused', 'SecurityError')
    }
  })
  await openLive(page, `/kid/${id}`)
  await voicesLoad()
  await page.context().setOffline(true)
  await expectText(page, /^As of /)
  await kidTile(page, 'Bed').getByRole('button', { name: /^Bed/ }).click()
  await expectText(completionDialog(page), 'No connection. Try again in a moment.')
  await expect.poll(async () => (await spoken()).at(-1)).toBe('No connection. Try again in a moment. at 0.9')
  await expectAccessible(page)
  await pop(page).click()
  await expect(pop(page)).toBeVisible()
  await page.context().setOffline(false)
  await expectText(page, 'Live')
  await pop(page).click()
  await expect.poll(() => balanceOf(family, mia)).toBe(10)
})

test('a celebration waits and is sent once, a wish waits with the price that was shown, another price is asked again, and spending needs a connection', async ({
  family,
  openTablet,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const { id: cinema } = await addReward(family, 'Cinema', { gemCost: 20 })
  await doQuest(family, mia, 'Garden', 200)
  const { page, id } = await openTablet(mia)
  await openLive(page, `/kid/${id}#rewards`)
  await untilKept(page)
  const tile = page.getByRole('article', { name: 'Cinema' })
  await page.context().setOffline(true)
  for (const _ of [1, 2]) {
    await tile.getByRole('button', { name: /Redeem/ }).click()
    await expectText(page, 'You redeemed Cinema')
    await expectText(tile, 'On its way')
  }
  expect(await keptOn(page)).toBe(1)
  await page.reload()
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await family.context.request.get(`/api/families/${family.familyId}/redemptions`)).json())
    .toMatchObject([{ title: 'Cinema', gemCost: 0, unseen: true }])

  await setMode(family, 'ask')
  await openLive(page, `/kid/${id}#rewards`)
  await page.context().setOffline(true)
  await tile.getByRole('button', { name: /Redeem/ }).click({ delay: 800 })
  await expectText(tile, 'On its way')
  await page.reload()
  await change(family, `/api/rewards/${cinema}`, { gemCost: 90 })
  await page.context().setOffline(false)
  await expect(toast(page)).toContainText('Cinema costs 90 now.')
  await expect(tile).toContainText('90')
  expect(await balanceOf(family, mia)).toBe(200)

  await setMode(family, 'spend')
  // By then the mode has come, too.
  await change(family, `/api/rewards/${cinema}`, { title: 'Film' })
  const film = page.getByRole('article', { name: 'Film' })
  await expect(film).toBeVisible()
  await page.context().setOffline(true)
  await expectText(film, 'This needs a connection.')
})
