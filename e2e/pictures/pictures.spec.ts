import { avif, heic } from '#testing/heif-pictures.ts'
import { pngOf } from '#testing/sample-pictures.ts'
import { expectText } from '../actions.ts'
import { expectAccessibleAndFits, expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expect, test } from '../family.ts'
import { failNext, intercept } from '../intercept.ts'
import { edit, member, openMembers, toastBehindDialog } from '../members.ts'
import {
  asTakenByPhone,
  chooseFile,
  chooseDrawn,
  drawn,
  holdUploads,
  storedPicture,
  openProfilePicture,
  pictureDialog,
  pictureIn,
  profile,
  uploadedPicture,
  use,
} from './pictures.ts'

test('Anna sends a photo: upright, square and without its place it is on the kitchen screen, until she removes it', async ({
  family: _family,
  page,
  kitchen,
}) => {
  await openMembers(kitchen)
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveCount(0)
  await openProfilePicture(page)
  const photo = asTakenByPhone(await drawn(page, 'image/jpeg'))
  await chooseFile(page, { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo })
  await use(page)
  const profileImageUrl = await uploadedPicture(page)
  await expect(pictureDialog(page)).toBeHidden()
  await expect(profile(page).getByRole('button', { name: 'Upload New Picture' })).toBeFocused()
  await expect(pictureIn(profile(page))).toBeVisible()
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveAttribute('src', profileImageUrl)
  // Held on its side, what was on the left is at the top.
  const picture = await storedPicture(page, profileImageUrl)
  expect(picture).toMatchObject({ type: 'image/webp', width: 512, height: 512, isRed: true })
  for (const trace of ['Exif', 'EXIF', 'MM\0*', 'II*\0']) expect(picture.bytes.includes(trace)).toBe(false)

  await profile(page).getByRole('button', { name: 'Remove Picture' }).click()
  await expectText(page, 'Profile picture removed successfully')
  await expect(pictureIn(profile(page))).toHaveCount(0)
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveCount(0)
  await expect(member(kitchen, 'Anna').locator('[data-face]')).toBeVisible()
})

test('a file that is too large, no picture, of 20,000 by 20,000 pixels or drawn with noise is refused with a sentence, before it is sent', async ({
  family: _family,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/objects/upload') && asked.push(request.url()))
  await openProfilePicture(page)
  await expectAccessibleAndFitsEverywhere(page)
  const dialog = pictureDialog(page)
  const half = (await drawn(page, 'image/jpeg')).subarray(0, 700)
  for (const [name, mimeType, buffer, sentence] of [
    ['big.jpg', 'image/jpeg', Buffer.alloc(6 * 2 ** 20, 1), 'big.jpg exceeds maximum allowed size of 5 MB'],
    ['drawing.svg', 'image/svg+xml', Buffer.from('<svg/>'), /^You can only upload: image\/jpeg/],
    ['IMG_0001.HEIC', 'image/heic', heic, /^This photo is in the HEIC format of iPhones, which this browser cannot/],
    ['huge.png', 'image/png', Buffer.from(pngOf(20_000, 20_000)), /^This picture is too large to open: 20000 × 20000/],
    ['half.jpg', 'image/jpeg', half, 'This picture is damaged and cannot be opened. Please choose another one.'],
    [
      `${'the whole family on the beach in the summer in which it never stopped raining '.repeat(2)}.png`,
      'image/png',
      Buffer.from('Dear Grandma, ...'),
      'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.',
    ],
  ] as const) {
    await chooseFile(page, { name, mimeType, buffer })
    await expectText(dialog, sentence)
  }
  await expectAccessibleAndFits(page)
  const photo = asTakenByPhone(await drawn(page, 'image/jpeg'))
  const removeNoise = await page.evaluateHandle(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (...given) {
      const context = this.getContext('2d')
      for (let y = 0; y < this.height; y += 4) context?.clearRect(0, y, this.width, 1)
      toBlob.apply(this, given)
    }
    return () => (HTMLCanvasElement.prototype.toBlob = toBlob)
  })
  await chooseFile(page, { name: 'striped.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expectText(dialog, /^This browser changes pictures to protect you from tracking/)
  await removeNoise.evaluate((remove) => remove())
  await chooseFile(page, { name: 'square.avif', mimeType: 'image/avif', buffer: avif })
  await expect(dialog.getByRole('button', { name: 'Use This Picture' })).toBeVisible()
  await expect(dialog.getByText('This file is not a picture')).toHaveCount(0)
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByText('Choose a picture', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('an upload is paused and resumed, cancelled, and after a failure tried again with one tap or given up', async ({
    family: _family,
    page,
  }) => {
    await openProfilePicture(page)
    const dialog = pictureDialog(page)
    const button = (name: string) => dialog.getByRole('button', { name, exact: true })

    const release = await holdUploads(page)
    await chooseDrawn(page)
    await expectAccessibleAndFitsEverywhere(page)
    await use(page)
    await expect(dialog.getByRole('progressbar')).toBeAttached()
    await expectAccessibleAndFitsEverywhere(page)
    for (const each of await dialog.getByRole('button').all()) {
      const box = await each.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await button('Pause').click()
    await expectText(dialog, 'Paused')
    await button('Resume').click()
    await expect(dialog.getByText(/^Uploading/)).toBeVisible()
    await button('Cancel').click()
    await expectText(dialog, 'Choose a picture')
    await release()

    await intercept(page, '**/api/objects/upload', (route) => route.fulfill({ status: 500, body: '' }))
    await chooseDrawn(page)
    await use(page)
    await expectText(dialog, 'Failed to upload profile picture')
    await expect(toastBehindDialog(page)).toContainText('Failed to upload profile picture')
    await button('Remove').click()
    await expectText(dialog, 'Choose a picture')
    await page.unroute('**/api/objects/upload')

    const json = { code: 'unavailable', message: 'The server says so.' }
    await failNext(page, '**/api/user/profile-image', { status: 503, json })
    await chooseDrawn(page)
    await use(page)
    await expectText(dialog, 'The server says so.')
    await expectAccessibleAndFits(page)
    await button('Retry upload').click()
    expect(await uploadedPicture(page)).toMatch(/^\/objects\//)
    await expect(dialog).toBeHidden()
    await expect(pictureIn(profile(page))).toBeVisible()
    await openMembers(page)
    await edit(page, 'Anna')
    await expect(page.getByText('Their account photo is shown instead.')).toBeVisible()
    await expectAccessibleAndFitsEverywhere(page)
  })
})

test('a picture is fetched once, however often the app is opened, until somebody signs out on the device', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  await chooseDrawn(page)
  await use(page)
  const profileImageUrl = await uploadedPicture(page)
  const shown = page.locator(`img[src="${profileImageUrl}"]`).first()
  /** How many bytes the picture took on its way, since the page was loaded. */
  const fetchedBytes = async () => {
    await expect(shown).toBeVisible()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(512)
    return page.evaluate(
      (path) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith(path))
          .reduce((sum, { transferSize }) => sum + transferSize, 0),
      profileImageUrl,
    )
  }
  expect(await fetchedBytes()).toBeGreaterThan(300)
  for (const screen of ['/family-members', '/parent', '/family-members']) {
    await page.goto(screen)
    expect(await fetchedBytes(), screen).toBe(0)
  }

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(
    await page.evaluate(async (path) => (await fetch(path, { cache: 'force-cache' })).status, profileImageUrl),
  ).toBe(404)
})
