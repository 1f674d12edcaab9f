import { avif, heic } from '#testing/heif-pictures.ts'
import { expectText } from '../actions.ts'
import { expect, newCredentials, signUp, test } from '../family.ts'
import { failNext, intercept } from '../intercept.ts'
import { member, openMembers, toastBehindDialog } from '../members.ts'
import {
  asTakenByPhone,
  chooseFile,
  chooseDrawn,
  drawn,
  holdUploads,
  hugePng,
  storedPicture,
  notOurs,
  openProfilePicture,
  pictureDialog,
  type PictureFile,
  pictureIn,
  profile,
  uploadedPicture,
  use,
} from './pictures.ts'

test('Anna sends a photo: upright, square and without its place it is on the kitchen screen, and for nobody else', async ({
  family: _family,
  page,
  kitchen,
  browser,
}) => {
  await openMembers(kitchen)
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveCount(0)
  await openProfilePicture(page)
  const photo = asTakenByPhone(await drawn(page, 'image/jpeg'))
  expect(photo.includes('Exif')).toBe(true)
  await chooseFile(page, { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo })
  await use(page)
  const profileImageUrl = await uploadedPicture(page)
  await expect(pictureDialog(page)).toBeHidden()
  await expect(profile(page).getByRole('button', { name: 'Upload New Picture' })).toBeFocused()
  await expect(pictureIn(profile(page))).toBeVisible()
  await expect(pictureIn(member(kitchen, 'Anna'))).toBeVisible()

  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveAttribute('src', profileImageUrl)
  const picture = await storedPicture(page, profileImageUrl)
  expect(picture).toMatchObject({ type: 'image/webp', width: 512, height: 512 })
  for (const trace of ['Exif', 'EXIF', 'MM\0*', 'II*\0']) expect(picture.bytes.includes(trace)).toBe(false)
  // Held on its side, what was on the left is at the top.
  const [red = 0, , blue = 0] = picture.colour
  expect(red).toBeGreaterThan(150)
  expect(blue).toBeLessThan(100)

  const stranger = await browser.newContext()
  expect((await stranger.request.get(profileImageUrl)).status()).toBe(404)
  await signUp(stranger, newCredentials('Holm'))
  expect((await stranger.request.get(profileImageUrl)).status()).toBe(404)
  await stranger.close()

  await profile(page).getByRole('button', { name: 'Remove Picture' }).click()
  await expectText(page, 'Profile picture removed successfully')
  await expect(pictureIn(profile(page))).toHaveCount(0)
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveCount(0)
  await expect(member(kitchen, 'Anna').locator('[data-face]')).toBeVisible()
})

test('a file that is too large, no picture or one of 20,000 by 20,000 pixels is refused with a sentence, before it is sent', async ({
  family: _family,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/objects/upload') && asked.push(request.url()))
  await openProfilePicture(page)
  const refused: [PictureFile, string | RegExp][] = [
    [
      { name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(6 * 1024 * 1024, 1) },
      'big.jpg exceeds maximum allowed size of 5 MB',
    ],
    [
      {
        name: 'drawing.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      },
      /^You can only upload: image\/jpeg/,
    ],
    [
      { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic },
      /^This photo is in the HEIC format of iPhones, which this browser cannot open/,
    ],
    [{ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear Grandma, ...') }, notOurs],
    [
      { name: 'huge.png', mimeType: 'image/png', buffer: hugePng(20_000) },
      'This picture is too large to open: 20000 × 20000 pixels. Please choose a smaller one.',
    ],
    [
      { name: 'half.jpg', mimeType: 'image/jpeg', buffer: (await drawn(page, 'image/jpeg')).subarray(0, 700) },
      'This picture is damaged and cannot be opened. Please choose another one.',
    ],
  ]
  for (const [file, sentence] of refused) {
    await chooseFile(page, file)
    await expectText(pictureDialog(page), sentence)
  }
  await chooseFile(page, { name: 'square.avif', mimeType: 'image/avif', buffer: avif })
  await expect(pictureDialog(page).getByRole('button', { name: 'Use This Picture' })).toBeVisible()
  await pictureDialog(page).getByRole('button', { name: 'Back' }).click()
  await chooseDrawn(page)
  await expect(pictureDialog(page).getByText('This picture is damaged')).toHaveCount(0)
  expect(asked).toEqual([])
  await pictureDialog(page).getByRole('button', { name: 'Back' }).click()
  await expect(pictureDialog(page).getByText('Choose a picture', { exact: true })).toBeVisible()
})

test('an upload is paused and resumed, cancelled, and after a failure tried again with one tap or given up', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })

  const release = await holdUploads(page)
  await chooseDrawn(page)
  await use(page)
  await expect(dialog.getByRole('progressbar')).toBeAttached()
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

  await failNext(page, '**/api/user/profile-image', {
    status: 503,
    json: { code: 'unavailable', message: 'The server says so.' },
  })
  await chooseDrawn(page)
  await use(page)
  await expectText(dialog, 'The server says so.')
  await button('Retry upload').click()
  expect(await uploadedPicture(page)).toMatch(/^\/objects\//)
  await expect(dialog).toBeHidden()
  await expect(pictureIn(profile(page))).toBeVisible()
})

test('an upload of which no byte moves for 15 seconds has failed, and can be sent again', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  const release = await holdUploads(page)
  await chooseDrawn(page)
  await page.clock.install()
  const sent = page.waitForRequest('**/storage/v1/object/upload/sign/**')
  await use(page)
  await sent
  await expect
    .poll(async () => {
      await page.clock.fastForward(15_000)
      return dialog.getByText('Failed to upload profile picture').isVisible()
    })
    .toBe(true)
  await expectText(dialog, 'Failed to upload profile picture')
  await release()
  await dialog.getByRole('button', { name: 'Retry upload' }).click()
  expect(await uploadedPicture(page)).toMatch(/^\/objects\//)
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
