import type { Page } from '@playwright/test'
import { textInSight, expectText, fillInSignIn, finishLater, signUpOnPage, openLive, createQuest } from '../actions.ts'
import { card, column, dragTo, inColumn, openBoard, showBoard } from '../board.ts'
import { hideFirstRun } from '../context-pool.ts'
import { expect, firstPage, newCredentials, test as base } from '../family.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { bubbleOf } from '../devices/pairing.ts'
import { dialogOf, edit } from '../members.ts'
import { chooseDrawn, openProfilePicture, pictureIn, profile, use } from '../pictures/pictures.ts'
import { chooseProfile, enterPin, typePin } from '../profiles.ts'
import { pop, tapOn } from '../kid/tablet.ts'
import { columnOf, tap, wallTile } from '../wall/wall.ts'

/** A name of the house's server, as a tablet reaches it: no secure context. */
const host = 'house.test'

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) =>
      provide({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
      }),
    { scope: 'worker' },
  ],
  baseURL: async ({ baseURL }, provide) => provide(baseURL?.replace('localhost', host)),
})

test.use({ freshContext: true, serviceWorkers: 'allow' })

test('over plain http the board is live, a picture is sent, and Mia completes her quest behind a PIN', async ({
  page,
  openContext,
}) => {
  const anna = newCredentials()
  await signUpOnPage(page, anna)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await finishLater(page)
  await openLive(page, '/family-members')
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await dialogOf(page).getByLabel('Name').fill('Mia')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  const dialog = await edit(page, 'Mia')
  await typePin(dialog.getByLabel('PIN', { exact: true }), '1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')
  await openProfilePicture(page)
  await chooseDrawn(page)
  await use(page)
  await expectText(page, 'Profile picture uploaded successfully')
  await expect(pictureIn(profile(page))).toBeVisible()

  const kitchen = await firstPage(await openContext())
  await kitchen.goto('/login')
  await fillInSignIn(kitchen, anna)
  await showBoard(kitchen)
  await openBoard(page)
  await createQuest(page, 'Feed the dog')
  for (const title of ['Dishes', 'Vacuum']) await createQuest(page, title, 'Mia')
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await expect(inColumn(kitchen, 'In Progress', 'Feed the dog')).toBeVisible()
  await chooseProfile(kitchen, 'Mia')
  await kitchen.getByRole('button', { name: 'Not now' }).click()
  await enterPin(kitchen, 'Mia', '1234')
  await expect(bubbleOf(kitchen, 'Mia')).toBeVisible()
  await tapOn(kitchen, 'Dishes').click()
  await pop(kitchen).click()
  await expectText(kitchen, 'Quest Completed!')
  await expect(inColumn(page, 'Done', 'Dishes')).toContainText('Done')

  await kitchen.context().setOffline(true)
  await tapOn(kitchen, 'Vacuum').click()
  await pop(kitchen).click()
  await expectText(kitchen, '1 deed waiting')
  await kitchen.context().setOffline(false)
  await expectText(kitchen, 'All arrived')
  await expect(inColumn(page, 'Done', 'Vacuum')).toContainText('Done')
})

/** Signs up without the form, and opens the page there. */
async function signUpAt(page: Page, path: string): Promise<void> {
  await page.goto('/')
  const status = await page.evaluate(async (data) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/auth/signup', { method: 'POST', headers, body: JSON.stringify(data) })).status
  }, newCredentials())
  expect(status).toBe(201)
  await page.goto(path)
}

/** The properties that engines require of a video before it keeps the screen on. */
const silentVideo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement & Record<string, unknown>) => {
    const { paused, muted, loop } = video
    const { width, height } = video.getBoundingClientRect()
    const [audio, pictures] = [video['webkitAudioDecodedByteCount'], video['webkitVideoDecodedByteCount']]
    const covers = (width * height) / (innerWidth * innerHeight)
    return { paused, muted, loop, tracks: Number(audio) > 0 && Number(pictures) > 0, covers }
  })

/** Counts from now on how often the video jumps, and comes to its end. */
async function countJumps(page: Page) {
  const counter = await page.locator('video').evaluateHandle((video) => {
    const playing = { seeks: 0, ends: 0 }
    video.addEventListener('seeked', () => playing.seeks++)
    video.addEventListener('ended', () => playing.ends++)
    return playing
  })
  return () => counter.jsonValue()
}

const needsTap = 'Tap the screen once, and it stays on.'

test('over plain http the wall is live, and is kept on by a silent video that goes on and on, or by one with sound after one tap', async ({
  page,
  context,
}) => {
  await context.addInitScript(hideFirstRun)
  await signUpAt(page, '/parent')
  await showBoard(page)
  await createQuest(page, 'Dishes')
  await openLive(page, '/wall')
  await expect
    .poll(() => silentVideo(page))
    .toEqual({ paused: false, muted: true, loop: false, tracks: true, covers: 1 })
  const jumps = await countJumps(page)
  await tap(page, 'Anna', 'Dishes')
  await expect(wallTile(page, 'Anna', 'Dishes')).toContainText('Done!')
  await expect(columnOf(page, 'Anna')).toContainText('1 of 1 done')
  await expect.poll(async () => (await jumps()).seeks).toBeGreaterThan(1)
  expect(await jumps()).toMatchObject({ ends: 0 })
  await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = video.duration))
  await expect.poll(async () => (await jumps()).ends).toBe(1)
  await expect.poll(() => silentVideo(page)).toMatchObject({ paused: false })
  // It is still silent: sound would interrupt the music of other apps.
  expect(await silentVideo(page)).toMatchObject({ paused: false, muted: true })
  await expect(textInSight(page, needsTap)).toHaveCount(0)
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page.locator('video')).toHaveCount(0)

  const tablet = await context.newPage()
  // As WebKit, by what tells it from others: a video needs sound to keep the screen on.
  await tablet.addInitScript(() => Object.assign(window, { GestureEvent: () => {} }))
  await tablet.goto('/wall')
  await expectText(tablet, needsTap)
  await tablet.getByRole('heading', { level: 1 }).click()
  await expect(textInSight(tablet, needsTap)).toHaveCount(0)
  expect(await silentVideo(tablet)).toMatchObject({ paused: false, muted: false, loop: false, tracks: true })
  // Another app begins to play.
  await tablet.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await expectText(tablet, needsTap)
  await tablet.keyboard.press('Shift')
  await expect(textInSight(tablet, needsTap)).toHaveCount(0)
  expect(await silentVideo(tablet)).toMatchObject({ paused: false, muted: false })
})

test('the settings say in each language that everyone in the Wi-Fi can read along, and lead to --tls; a wall that no video keeps on says how to set the tablet', async ({
  page,
}) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await signUpAt(page, '/settings')
  // German has the longest words, and is looked at.
  for (const [language, device, sentence] of [
    ['en', 'This device', 'everyone in the Wi-Fi can read along, passwords too'],
    ['es', 'Este dispositivo', 'cualquiera en la wifi puede leer lo que se envía, también las contraseñas'],
    ['de', 'Dieses Gerät', 'Alle im WLAN können mitlesen'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
    const card = page.getByRole('region', { name: device, exact: true })
    await expect(card).toContainText(sentence)
    await expect(card).toContainText('--tls')
  }
  await expectText(page, /brauchen eine Adresse mit https/)
  await expectAccessibleAndFitsEverywhere(page)
  await page.goto('/wall')
  await expectText(page, 'Tippe einmal auf den Bildschirm, dann bleibt er an.')
  await page.getByRole('heading', { level: 1 }).click()
  await expectText(
    page,
    'Dieser Bildschirm kann dunkel werden. Stell in den Einstellungen des Tablets die automatische Sperre auf „Nie“.',
  )
  await expectAccessibleAndFitsEverywhere(page)
})
