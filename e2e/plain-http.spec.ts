import type { Page } from '@playwright/test'
import { textInSight, expectText, fillInSignIn, finishLater, signUpOnPage, openLive, createQuest } from './actions.ts'
import { card, column, dragTo, showBoard } from './board.ts'
import { expect, firstPage, newCredentials, test as base } from './family.ts'
import { expectAccessibleAndFitsEverywhere } from './accessibility.ts'
import { dialogOf, edit, member } from './members.ts'
import { chooseDrawn, openProfilePicture, pictureDialog, pictureIn, profile, use } from './pictures/pictures.ts'
import { typePin } from './profiles.ts'
import { pop, completionDialog, tapOn } from './kid/tablet.ts'
import { columnOf, tap, wallTile } from './wall/wall.ts'

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
  await expect(member(page, 'Mia')).toBeVisible()
  const dialog = await edit(page, 'Mia')
  await typePin(dialog.getByLabel('PIN', { exact: true }), '1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')

  const kitchen = await firstPage(await openContext())
  await kitchen.goto('/login')
  await fillInSignIn(kitchen, anna)
  await expect(kitchen.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await showBoard(kitchen)
  await page.goto('/parent')
  await showBoard(page)
  await createQuest(page, 'Feed the dog')
  await createQuest(page, 'Dishes', 'Mia')
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await expect(column(kitchen, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeVisible()

  await openProfilePicture(page)
  await chooseDrawn(page)
  await use(page)
  await expectText(page, 'Profile picture uploaded successfully')
  await expect(pictureDialog(page)).toBeHidden()
  await expect(pictureIn(profile(page))).toBeVisible()

  await kitchen.getByRole('button', { name: 'Anna, switch profile' }).click()
  await kitchen.getByRole('menuitemradio', { name: 'Mia' }).click()
  await kitchen.getByRole('button', { name: 'Not now' }).click()
  const pin = kitchen.getByRole('dialog', { name: 'Enter PIN for Mia' })
  await typePin(pin.getByLabel('PIN'), '1234')
  await expect(kitchen.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  await tapOn(kitchen, 'Dishes').click()
  await pop(kitchen).click()
  await expect(completionDialog(kitchen)).toBeHidden()
  await expectText(kitchen, 'Quest Completed!')
  await page.goto('/parent')
  await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('Done')
})

/** Signs up without the form, which is in the browser's language. */
async function signUpBy(page: Page): Promise<void> {
  await page.goto('/')
  const status = await page.evaluate(async (data) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/auth/signup', { method: 'POST', headers, body: JSON.stringify(data) })).status
  }, newCredentials())
  expect(status).toBe(201)
}

type Playing = { seeks: number; ends: number }

/** The properties that engines require of a video before it keeps the screen on. */
const silentVideo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const {
      paused,
      muted,
      loop,
      webkitAudioDecodedByteCount: audio,
      webkitVideoDecodedByteCount: pictures,
    } = video as HTMLVideoElement & Record<string, unknown>
    const { width, height } = video.getBoundingClientRect()
    return {
      paused,
      muted,
      loop,
      tracks: Number(audio) > 0 && Number(pictures) > 0,
      covers: (width * height) / (innerWidth * innerHeight),
    }
  })

/** Counts how often the video jumps, and comes to its end. */
const countJumps = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const playing: Playing = { seeks: 0, ends: 0 }
    Object.assign(window, { playing })
    video.addEventListener('seeked', () => playing.seeks++)
    video.addEventListener('ended', () => playing.ends++)
  })

const jumps = (page: Page) => page.evaluate(() => (window as unknown as { playing: Playing }).playing)

const needsTap = 'Tap the screen once, and it stays on.'

test('over plain http the wall is live, takes a tap, and is kept on by a silent video that goes on and on', async ({
  page,
}) => {
  await signUpBy(page)
  await page.goto('/parent')
  await showBoard(page)
  await createQuest(page, 'Dishes')
  await openLive(page, '/wall')
  await expect
    .poll(() => silentVideo(page))
    .toEqual({ paused: false, muted: true, loop: false, tracks: true, covers: 1 })
  await countJumps(page)
  await tap(page, 'Anna', 'Dishes')
  await expect(wallTile(page, 'Anna', 'Dishes')).toContainText('Done!')
  await expect(columnOf(page, 'Anna')).toContainText('1 of 1 done')
  await expect.poll(async () => (await jumps(page)).seeks).toBeGreaterThan(1)
  expect(await jumps(page)).toMatchObject({ ends: 0 })
  await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = video.duration))
  await expect.poll(async () => (await jumps(page)).ends).toBe(1)
  await expect.poll(() => silentVideo(page)).toMatchObject({ paused: false })
  // It is still silent: sound would interrupt the music of other apps.
  expect(await silentVideo(page)).toMatchObject({ paused: false, muted: true })
  await expect(textInSight(page, needsTap)).toHaveCount(0)
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page.locator('video')).toHaveCount(0)
})

test('the wall asks for one tap when a video needs sound to keep the screen on', async ({ page }) => {
  // As WebKit, by what tells it from others.
  await page.addInitScript(() => Object.assign(window, { GestureEvent: () => {} }))
  await signUpBy(page)
  await page.goto('/wall')
  await expectText(page, needsTap)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(textInSight(page, needsTap)).toHaveCount(0)
  expect(await silentVideo(page)).toMatchObject({ paused: false, muted: false, loop: false, tracks: true })
  // Another app begins to play.
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await expectText(page, needsTap)
  await page.keyboard.press('Shift')
  await expect(textInSight(page, needsTap)).toHaveCount(0)
  expect(await silentVideo(page)).toMatchObject({ paused: false, muted: false })
})

test('in English and in Spanish the settings say that everyone in the Wi-Fi can read along, and lead to --tls', async ({
  openContext,
}) => {
  for (const [locale, device, sentence] of [
    ['en-US', 'This device', 'everyone in the Wi-Fi can read along, passwords too'],
    ['es-ES', 'Este dispositivo', 'cualquiera en la wifi puede leer lo que se envía, también las contraseñas'],
  ] as const) {
    const page = await firstPage(await openContext({ locale }))
    await signUpBy(page)
    await page.goto('/settings')
    const card = page.getByRole('region', { name: device, exact: true })
    await expect(card).toContainText(sentence)
    await expect(card).toContainText('--tls')
  }
})

test('in German the settings say what the address cannot do, and a wall that no video keeps on how to set the tablet', async ({
  openContext,
}) => {
  // German has the longest words.
  const page = await firstPage(await openContext({ locale: 'de-DE' }))
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await signUpBy(page)
  await page.goto('/settings')
  const device = page.getByRole('region', { name: 'Dieses Gerät', exact: true })
  await expect(device).toContainText('Alle im WLAN können mitlesen')
  await expect(device).toContainText('brauchen eine Adresse mit https')
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
