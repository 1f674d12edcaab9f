import type { BrowserContext, Page } from '@playwright/test'
import { RealtimeClient } from '@supabase/supabase-js'
import { glideOf, watchAnimations } from './animations.ts'
import { addMember, balanceOf, complete, nextMidnight, expectText, change } from './actions.ts'
import { card, column, dragTo, openBoard, cancelDrag, startDrag } from './board.ts'
import { addQuest, expect, newCredentials, signUp, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessible, expectToFit } from './accessibility.ts'
import { socketSwitch } from './socket-switch.ts'
import { openBubble, pop, completionDialog, kidTile } from './tablet.ts'
import { withVoice } from './voice.ts'

const hereNow = (page: Page, names: string) => expect(page.getByText(/^Here now: /)).toHaveText(`Here now: ${names}`)

/** The official client, with what the server tells this login, on whichever topic: that of the devices unless said. */
async function joinAs(context: BrowserContext, baseURL: string | undefined, topic?: string) {
  const access = await (await context.request.get('/api/auth/realtime')).json()
  const url = new URL(access.url, baseURL)
  url.protocol = 'ws'
  const client = new RealtimeClient(url.href, {
    params: { apikey: access.publishableKey },
    accessToken: async () => access.token,
  })
  await client.setAuth()
  const channel = client.channel(topic ?? access.devicesTopic, {
    config: { private: true, presence: { enabled: true } },
  })
  const status = await new Promise<string>((resolve) => channel.subscribe(resolve))
  return { client, channel, status, topic: String(access.devicesTopic), familyTopic: String(access.topic) }
}

test('Mia sees who is here: each once, on however many devices, and nobody who has gone', async ({
  family,
  page,
  mia,
  openDevice,
}) => {
  await addMember(family, 'Ben', { role: 'parent' })
  await openBubble(mia)
  await hereNow(mia.page, 'Mia')

  await openBoard(page)
  await hereNow(mia.page, 'Anna, Mia')
  // A device of its own: the tabs of one browser act as the same member.
  const second = await openDevice()
  await openBoard(second)
  // The device switches to another member: Anna stays online on the other one until it closes.
  await page.getByRole('button', { name: /, switch profile$/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ben' }).click()
  await hereNow(mia.page, 'Anna, Mia, Ben')
  await second.close()
  await hereNow(mia.page, 'Mia, Ben')
  await page.close()
  await hereNow(mia.page, 'Mia')
})

test('five are four faces and one more; while the line is cut nobody is said to be here', async ({
  family,
  baseURL,
  mia,
}) => {
  const line = await socketSwitch(mia.page)
  const others = []
  for (const name of ['Ben', 'Theo', 'Ella', 'Zoe']) {
    const { id } = await addMember(family, name)
    const { client, channel } = await joinAs(family.context, baseURL)
    others.push(client)
    expect(await channel.track({ memberId: id })).toBe('ok')
  }
  await openBubble(mia)
  const shown = mia.page.getByText(/^Here now: /).locator('..')
  await expect(shown).toContainText('+1')
  await expect(shown.locator('[data-face]')).toHaveCount(4)
  await expectAccessible(mia.page)
  await mia.page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(mia.page)

  await line.cut()
  await expect(mia.page.locator('[data-live]').getByText(/^As of /)).toBeVisible()
  await expect(mia.page.getByText(/^Here now: /)).toHaveCount(0)
  line.restore()
  await expectText(mia.page, 'Live')
  await expect(shown).toContainText('+1')
  for (const client of others) await client.disconnect()
})

test('another family neither sees who is here nor is seen', async ({ family, browser, baseURL, mia }) => {
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  await openBubble(mia)
  await hereNow(mia.page, 'Mia')
  const holm = await browser.newContext({ baseURL: baseURL ?? '' })
  await signUp(holm, newCredentials('Holm'))
  const [{ id: olaf }] = await (await holm.request.get('/api/families/my')).json()

  const own = await joinAs(family.context, baseURL)
  expect(own.status).toBe('SUBSCRIBED')
  const stranger = await joinAs(holm, baseURL, own.topic)
  expect(stranger.status).toBe('CHANNEL_ERROR')
  void stranger.channel.track({ memberId: ben })
  // A later message of the family itself arrives, and only that.
  await own.channel.track({ memberId: family.memberId })
  await hereNow(mia.page, 'Anna, Mia')
  expect(stranger.channel.presenceState()).toEqual({})
  await own.channel.untrack()
  await hereNow(mia.page, 'Mia')
  await own.channel.track({ memberId: ben })
  await hereNow(mia.page, 'Mia, Ben')
  // A removed member is not shown as online, nor is an unknown id.
  expect((await family.context.request.delete(`/api/family-members/${ben}`)).ok()).toBe(true)
  await hereNow(mia.page, 'Mia')
  await own.channel.track({ memberId: olaf })
  await own.channel.track({ memberId: family.memberId })
  await hereNow(mia.page, 'Anna, Mia')
  for (const { client } of [own, stranger]) await client.disconnect()
  await hereNow(mia.page, 'Mia')
  await holm.close()
})

test("a card that Anna drags wiggles on Mia's tile, in both views, until she drops it, or her device is gone", async ({
  family,
  page,
  baseURL,
  mia,
}) => {
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openBubble(mia)
  for (const view of ['Calendar', 'Board']) {
    await mia.page.getByRole('button', { name: view, exact: true }).click()
    await startDrag(page, 'Dishes')
    await expect(kidTile(mia.page, 'Dishes').getByText('Anna is moving this')).toBeVisible()
    // An angle, also when it has come to rest.
    await expect(kidTile(mia.page, 'Dishes')).toHaveCSS('rotate', /deg$/)
    await expect(kidTile(mia.page, 'Sweep')).toHaveCSS('rotate', 'none')
    await expect(kidTile(mia.page, 'Sweep')).not.toContainText('is moving this')
    if (view === 'Calendar') await expectAccessible(mia.page)
    // The quest can still be completed.
    await expect(kidTile(mia.page, 'Dishes').getByRole('button')).toBeEnabled()
    await cancelDrag(page)
    await expect(mia.page.getByText('Anna is moving this')).toHaveCount(0)
  }

  await page.goto('about:blank')
  await hereNow(mia.page, 'Mia')
  const { client, channel } = await joinAs(family.context, baseURL)
  await channel.track({ memberId: family.memberId })
  await hereNow(mia.page, 'Anna, Mia')
  await channel.send({
    type: 'broadcast',
    event: 'quest.lifted',
    payload: { questId: dishes.id, memberId: family.memberId, lifted: true },
  })
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Anna is moving this')
  await client.disconnect()
  await hereNow(mia.page, 'Mia')
  await expect(kidTile(mia.page, 'Dishes')).not.toContainText('is moving this')
})

test('no screen believes a client that sends events as the database does, and the true change is still shown', async ({
  family,
  page,
  baseURL,
  mia,
}) => {
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  const highest = Number.MAX_SAFE_INTEGER
  // An attacker on the line sends frames as the server does, on both topics.
  const tell: ((event: string, payload: object) => void)[] = []
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    const server = socket.connectToServer()
    const topics = new Set<string>()
    socket.onMessage((message) => {
      const [, , topic, event] = typeof message === 'string' ? JSON.parse(message) : []
      if (event === 'phx_join') topics.add(topic)
      server.send(message)
    })
    tell.push((event, payload) => {
      for (const topic of topics)
        socket.send(JSON.stringify([null, null, topic, 'broadcast', { type: 'broadcast', event, payload }]))
    })
  })
  await openBoard(page)
  await openBubble(mia)
  await hereNow(mia.page, 'Anna, Mia')
  const forged = { revision: highest, quest: { ...dishes, title: 'Forged', version: highest } }

  const own = await joinAs(mia.tablet, baseURL)
  const asDatabase = await joinAs(mia.tablet, baseURL, own.familyTopic)
  expect([own.status, asDatabase.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  for (const { channel } of [own, asDatabase]) {
    await channel.send({ type: 'broadcast', event: 'quest.saved', payload: forged })
    await channel.send({
      type: 'broadcast',
      event: 'family.deleted',
      payload: { revision: highest, familyId: family.familyId },
    })
  }
  for (const say of tell) say('quest.saved', forged)
  // Later messages still arrive.
  await own.channel.track({ memberId: family.memberId })
  await own.channel.send({
    type: 'broadcast',
    event: 'quest.lifted',
    payload: { questId: dishes.id, memberId: mia.id, lifted: true },
  })
  await expect(card(page, 'Dishes')).toContainText('Mia is moving this')

  await change(family, `/api/quests/${dishes.id}`, { title: 'All the dishes' })
  await expect(card(page, 'All the dishes')).toBeVisible()
  await expect(kidTile(mia.page, 'All the dishes')).toBeVisible()
  for (const { client } of [own, asDatabase]) await client.disconnect()
})

test("a card that Anna drags glides to its column on Mia's board", async ({ family, page, mia }) => {
  await addQuest(family, 'Dishes', 'Ideas', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openBubble(mia)
  await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
  const ideas = mia.page.getByRole('region', { name: 'Ideas' })
  await expect(mia.page.getByRole('heading', { level: 3 })).toHaveText([/To Do/, /In Progress/, /Done/, /Ideas/])
  await expect(ideas.getByRole('button', { name: 'Someday 1' })).toHaveAttribute('aria-expanded', 'false')
  await expect(ideas.getByRole('article')).toHaveCount(0)
  await ideas.getByRole('button', { name: 'Someday 1' }).click()
  await expect(ideas.getByRole('article')).toHaveCount(1)
  const animations = await watchAnimations(mia.page)
  await dragTo(page, card(page, 'Dishes'), column(page, 'In Progress'))
  await expect(
    mia.page.getByRole('region', { name: 'In Progress' }).getByRole('article', { name: 'Dishes' }),
  ).toBeVisible()
  expect(await glideOf(animations)).toBeGreaterThan(300)
  // The clone that moved is gone, and the tile is there once.
  await expect(mia.page.getByRole('article', { name: 'Dishes', includeHidden: true })).toHaveCount(1)
})

test('a daily quest that Mia has done is back in its column at midnight, on her board and on the parents’', async ({
  family,
  page,
  mia,
}) => {
  const { id } = await addQuest(family, 'Make your bed', 'To Do', {
    assigneeIds: [mia.id, family.memberId],
    recurring: 'daily',
    gemValue: 10,
  })
  const minutes = 60_000
  for (const screen of [page, mia.page]) await screen.clock.install({ time: nextMidnight().getTime() - 30 * minutes })
  await openBoard(page)
  await openBubble(mia)
  await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
  const bed = (screen: Page, title: string) => column(screen, title).getByRole('article', { name: 'Make your bed' })
  await complete(family, id, mia.id)
  await expect(bed(page, 'Done')).toContainText('1 of 2 today')
  await expect(bed(mia.page, 'Done')).toContainText('Done!')
  await complete(family, id, family.memberId)
  await expect(bed(page, 'Done').getByText('Done', { exact: true })).toBeVisible()

  for (const screen of [page, mia.page]) {
    await screen.clock.fastForward(31 * minutes)
    await expect(bed(screen, 'To Do')).toBeVisible()
    await expect(bed(screen, 'Done')).toHaveCount(0)
  }
  await expect(bed(mia.page, 'To Do').getByRole('button', { name: /10/ })).toBeEnabled()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(10)
})

test("in Mia's calendar a tile comes, changes and goes with an animation; only fades where nothing may move", async ({
  family,
  mia,
}) => {
  await openBubble(mia)
  await expect(mia.page.getByText('No quests today')).toBeVisible()
  const animations = await watchAnimations(mia.page)
  const fades = async (on: string) =>
    (await animations()).filter((animation) => animation.on === on).flatMap(({ begins }) => begins['opacity'] ?? [])

  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await expect.poll(() => fades('Dishes')).toEqual([0])
  expect((await animations()).filter(({ on, begins }) => on === 'Dishes' && 'scale' in begins)).toHaveLength(1)
  await change(family, `/api/quests/${dishes.id}`, { title: 'All the dishes' })
  await expect.poll(() => fades('All the dishes')).toEqual([0.3])
  await change(family, `/api/quests/${dishes.id}`, { assigneeIds: [family.memberId] })
  await expect.poll(async () => (await fades('All the dishes')).length).toBe(2)
  await expect(mia.page.getByRole('article', { includeHidden: true })).toHaveCount(0)

  await mia.page.emulateMedia({ reducedMotion: 'reduce' })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [mia.id] })
  await expect.poll(() => fades('Sweep')).toEqual([0])
  await expect(kidTile(mia.page, 'Sweep')).toBeVisible()
  expect((await animations()).filter(({ on, begins }) => on === 'Sweep' && !('opacity' in begins))).toEqual([])
})

test('a quest is read to Mia, on its tile and before she pops it; a device that is muted or has no voice offers nothing', async ({
  family,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', {
    assigneeIds: [mia.id],
    description: 'Two plates and the pans',
    gemValue: 30,
  })
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id], recurring: 'daily' })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [mia.id] })
  const { voicesLoad, spoken } = await withVoice(mia.page)
  await openBubble(mia)
  const read = (title: string) => mia.page.getByRole('button', { name: `Read ${title} to me` })
  await expect(kidTile(mia.page, 'Dishes')).toBeVisible()
  await expect(read('Dishes')).toHaveCount(0)
  await voicesLoad()
  // Today's alone: tomorrow's can only be looked at.
  await expect(read('Brush teeth')).toHaveCount(1)
  await expectAccessible(mia.page)

  await read('Dishes').click()
  await read('Brush teeth').click()
  const sentence = 'Dishes. Two plates and the pans. 30 gems. at 0.9'
  await expect.poll(spoken).toEqual([sentence, 'silence', 'Brush teeth. 20 gems. at 0.9'])
  await expect(completionDialog(mia.page)).toHaveCount(0)

  await mia.page.getByRole('button', { name: /^Dishes/ }).click()
  await expect(completionDialog(mia.page).getByText('Two plates and the pans', { exact: true })).toBeVisible()
  const inDialog = completionDialog(mia.page).getByRole('button', { name: 'Read Dishes to me' })
  await inDialog.focus()
  await mia.page.keyboard.press('Space')
  await expect.poll(async () => (await spoken()).slice(3)).toEqual(['silence', sentence])
  await expectAccessible(mia.page)
  const box = await inDialog.boundingBox()
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([56, 56])
  await completionDialog(mia.page).getByRole('button', { name: 'Read Not yet to me' }).click()
  await expect.poll(async () => (await spoken()).at(-1)).toBe('Not yet at 0.9')
  await pop(mia.page).click()
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
  await expect(kidTile(mia.page, 'Dishes').getByRole('button')).toHaveAccessibleName('Read Dishes to me')
  await mia.page.getByRole('button', { name: 'Read Quest Completed! to me' }).click()
  await expect.poll(async () => (await spoken()).at(-1)).toBe('Quest Completed! You earned 30 gems! at 0.9')

  const muted = await mia.tablet.newPage()
  const silent = await withVoice(muted)
  await muted.addInitScript(() => localStorage.setItem('sound', 'false'))
  await openBubble({ ...mia, page: muted })
  await silent.voicesLoad()
  await expect(kidTile(muted, 'Sweep').getByRole('button')).toHaveCount(1)

  // Without a network the completion is pending for two minutes; then its error is shown and read aloud.
  await mia.page.clock.install()
  await intercept(mia.page, '**/api/quests/*', (route) => route.abort())
  await mia.page.getByRole('button', { name: /^Sweep/ }).click()
  await pop(mia.page).click()
  await expect(kidTile(mia.page, 'Sweep')).toContainText('On its way')
  await expect(mia.page.getByRole('heading', { name: 'All done today!' })).toHaveCount(0)
  await expect
    .poll(async () => {
      await mia.page.clock.fastForward(5000)
      return completionDialog(mia.page).isVisible()
    })
    .toBe(true)
  await mia.page.unroute('**/api/quests/*')
  await expect.poll(async () => (await spoken()).at(-1)).toBe('No connection. Try again in a moment. at 0.9')
  await expect(
    completionDialog(mia.page).getByText('No connection. Try again in a moment.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(mia.page)
})
