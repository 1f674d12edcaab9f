import { addMember, membersOf, said } from './deeds.ts'
import { expect, newFamily, signUp, test } from './family.ts'
import { expectGoodLooks, screens } from './looks.ts'
import { dialogOf, edit, member, openMembers, toast } from './members.ts'
import { asTakenByPhone, choose, drawn, holdUploads, hugePng, kept, pictureDialog, pictureIn, use, type PictureFile } from './pictures.ts'
import type { Page } from '@playwright/test'

const profile = (page: Page) => page.getByRole('region', { name: 'Profile Information' })
const notOurs = 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.'

async function openProfilePicture(page: Page): Promise<void> {
  await page.goto('/settings')
  await said(page, 'Live')
  await profile(page).getByRole('button', { name: 'Upload New Picture' }).click()
  await expect(pictureDialog(page).getByText('Upload a profile picture (max 5MB)', { exact: true })).toBeVisible()
}

test('Anna sends a photo from her phone: upright, square, without the place it shows; the kitchen screen has it at once, and nobody else', async ({
  family,
  page,
  browser,
}) => {
  const kitchen = await family.context.newPage()
  await openMembers(kitchen)
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveCount(0)
  await openProfilePicture(page)
  const photo = asTakenByPhone(await drawn(page, 'image/jpeg'))
  expect(photo.includes('Exif')).toBe(true)
  await choose(page, { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo })
  await use(page)
  await said(page, 'Profile picture uploaded successfully')
  await expect(pictureDialog(page)).toBeHidden()
  await expect(profile(page).getByRole('button', { name: 'Upload New Picture' })).toBeFocused()
  await expect(pictureIn(profile(page))).toBeVisible()
  await expect(pictureIn(member(kitchen, 'Anna'))).toBeVisible()

  const { profileImageUrl } = await (await family.context.request.get('/api/auth/user')).json()
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveAttribute('src', profileImageUrl)
  const picture = await kept(family.context, page, profileImageUrl)
  expect(picture).toMatchObject({ type: 'image/webp', width: 512, height: 512 })
  for (const trace of ['Exif', 'EXIF', 'MM\0*', 'II*\0']) expect(picture.bytes.includes(trace)).toBe(false)
  // Held on its side, what was on the left is at the top.
  const [red = 0, , blue = 0] = picture.colour
  expect(red).toBeGreaterThan(150)
  expect(blue).toBeLessThan(100)

  const stranger = await browser.newContext()
  expect((await stranger.request.get(profileImageUrl)).status()).toBe(404)
  await signUp(stranger, newFamily('Holm'))
  expect((await stranger.request.get(profileImageUrl)).status()).toBe(404)
  await stranger.close()

  await profile(page).getByRole('button', { name: 'Remove Picture' }).click()
  await said(page, 'Profile picture removed successfully')
  await expect(pictureIn(profile(page))).toHaveCount(0)
  await expect(pictureIn(member(kitchen, 'Anna'))).toHaveCount(0)
  await expect(member(kitchen, 'Anna').locator('svg').first()).toBeVisible()
})

test('Mia gets a PNG as her avatar and Ben, who is new, a WebP; both wait for Save, and every screen shows them', async ({ family, page }) => {
  await addMember(family, 'Mia')
  const kitchen = await family.context.newPage()
  await openMembers(kitchen)
  await openMembers(page)

  const dialog = await edit(page, 'Mia')
  await dialog.getByRole('button', { name: 'Upload Picture' }).click()
  await choose(page, { name: 'mia.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png', 200, 300) })
  await use(page)
  await expect(pictureDialog(page)).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Upload Picture' })).toBeFocused()
  await expect(dialog.locator('img')).toBeVisible()
  expect(await membersOf(family)).toMatchObject([{}, { avatarSeed: 'default' }])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Avatar uploaded successfully')
  await expect(dialog).toBeHidden()
  await expect(pictureIn(member(page, 'Mia'))).toBeVisible()
  await expect(pictureIn(member(kitchen, 'Mia'))).toBeVisible()

  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await dialogOf(page).getByRole('button', { name: 'Upload Picture' }).click()
  await choose(page, { name: 'ben.webp', mimeType: 'image/webp', buffer: await drawn(page, 'image/webp', 700, 700) })
  await use(page)
  await dialogOf(page).getByLabel('Name').fill('Ben')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await said(page, 'Avatar uploaded successfully')
  await expect(pictureIn(member(kitchen, 'Ben'))).toBeVisible()

  const [, mia, ben] = await membersOf(family)
  expect(await kept(family.context, page, String(mia?.['avatarSeed']))).toMatchObject({ type: 'image/webp', width: 200, height: 200 })
  expect(await kept(family.context, page, String(ben?.['avatarSeed']))).toMatchObject({ type: 'image/webp', width: 512, height: 512 })
})

test('twelve faces are there to choose from, for somebody new and for somebody known', async ({ family, page }) => {
  const kitchen = await family.context.newPage()
  await openMembers(kitchen)
  await openMembers(page)
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  const faces = page.getByRole('radiogroup', { name: 'Faces' })
  await expect(faces.getByRole('radio')).toHaveCount(12)
  await faces.getByRole('radio', { name: 'Mochi' }).check()
  await dialogOf(page).getByLabel('Name').fill('Mia')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await said(page, 'Family member added successfully')
  expect(await membersOf(family)).toMatchObject([{}, { displayName: 'Mia', avatarSeed: 'Mochi' }])

  const before = await member(kitchen, 'Mia').locator('svg').first().innerHTML()
  await edit(page, 'Mia')
  await expect(faces.getByRole('radio', { name: 'The face so far' })).toBeChecked()
  await faces.getByRole('radio', { name: 'Kiwi' }).check()
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await said(page, 'Avatar uploaded successfully')
  await expect.poll(() => member(kitchen, 'Mia').locator('svg').first().innerHTML()).not.toBe(before)
  expect(await membersOf(family)).toMatchObject([{}, { avatarSeed: 'Kiwi' }])
})

test('what is too large, no picture or a picture of 20,000 by 20,000 pixels is refused with a sentence, before anything is sent', async ({ family, page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/objects/upload') && asked.push(request.url()))
  await openProfilePicture(page)
  const wrong = pictureDialog(page).getByRole('alert')
  const refused: [PictureFile, string | RegExp][] = [
    [{ name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(6 * 1024 * 1024, 1) }, 'big.jpg exceeds maximum allowed size of 5 MB'],
    [{ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }, /^You can only upload: image\/jpeg/],
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
    await choose(page, file)
    await expect(wrong).toHaveText(sentence)
  }
  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  await expect(wrong).toHaveCount(0)
  expect(asked).toEqual([])
  await pictureDialog(page).getByRole('button', { name: 'Back' }).click()
  await expect(pictureDialog(page).getByText('Choose a picture', { exact: true })).toBeVisible()
  expect(family.familyId).not.toBe('')
})

test('an upload is paused and resumed, cancelled, and after a failure tried again with one tap or given up', async ({ family, page }) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') }

  const letGo = await holdUploads(page)
  await choose(page, file)
  await use(page)
  await expect(dialog.getByRole('progressbar')).toBeAttached()
  await button('Pause').click()
  await expect(dialog.getByText('Paused', { exact: true })).toBeVisible()
  await button('Resume').click()
  await expect(dialog.getByText(/^Uploading/)).toBeVisible()
  await button('Cancel').click()
  await expect(dialog.getByText('Choose a picture', { exact: true })).toBeVisible()
  await letGo()

  await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 500, body: '' }))
  await choose(page, file)
  await use(page)
  await expect(dialog.getByRole('alert')).toHaveText('Failed to upload profile picture')
  await expect(toast(page)).toContainText('Failed to upload profile picture')
  await button('Remove').click()
  await expect(dialog.getByText('Choose a picture', { exact: true })).toBeVisible()
  await page.unroute('**/api/objects/upload')

  await page.route('**/api/user/profile-image', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The server says so.' } }))
  await choose(page, file)
  await use(page)
  await expect(dialog.getByRole('alert')).toHaveText('The server says so.')
  await page.unroute('**/api/user/profile-image')
  await button('Retry upload').click()
  await said(page, 'Profile picture uploaded successfully')
  await expect(dialog).toBeHidden()
  await expect(pictureIn(profile(page))).toBeVisible()
  const { profileImageUrl } = await (await family.context.request.get('/api/auth/user')).json()
  expect(profileImageUrl).toMatch(/^\/objects\//)
})

test('a new member whose picture cannot be named is there all the same, and the picture is kept for another try', async ({ family, page }) => {
  await openMembers(page)
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await dialogOf(page).getByLabel('Name').fill('Ben')
  await dialogOf(page).getByRole('button', { name: 'Upload Picture' }).click()
  await choose(page, { name: 'ben.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  await use(page)
  await page.route('**/api/family-members/*/avatar', (route) => route.fulfill({ status: 500, body: '' }))
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Family Member' })
  await expect(dialog.getByRole('alert')).toHaveText('Name and role are saved, the picture is not: Failed to upload avatar')
  await expect(dialog.locator('img')).toBeVisible()
  await page.unroute('**/api/family-members/*/avatar')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Avatar uploaded successfully')
  await expect(pictureIn(member(page, 'Ben'))).toBeVisible()
  expect(await membersOf(family)).toHaveLength(2)
})

test('with keys alone a picture is chosen, moved, zoomed and sent; Escape closes the dialog', async ({ family, page }) => {
  await page.goto('/settings')
  await said(page, 'Live')
  const opener = profile(page).getByRole('button', { name: 'Upload New Picture' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(pictureDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pictureDialog(page)).toBeHidden()
  await expect(opener).toBeFocused()
  // The browser must know that we wait before the key is pressed.
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const chooser = pictureDialog(page).getByRole('button', { name: 'Choose a picture' })
  await expect(chooser).toBeFocused()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  const cropped = pictureDialog(page).getByRole('img', { name: /^The part that is kept/ })
  await expect(cropped).toBeFocused()
  for (const key of ['+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key)
  }
  const zoom = pictureDialog(page).getByRole('slider', { name: 'Zoom' })
  await page.keyboard.press('Tab')
  await expect(zoom).toBeFocused()
  expect(Number(await zoom.inputValue())).toBeGreaterThan(1.2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(pictureDialog(page).getByRole('button', { name: 'Use This Picture' })).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, 'Profile picture uploaded successfully')
  await expect(opener).toBeFocused()
  const { profileImageUrl } = await (await family.context.request.get('/api/auth/user')).json()
  // Moved so far to the left that nothing of the right half is in the middle.
  const { colour } = await kept(family.context, page, profileImageUrl)
  expect(colour[0]).toBeGreaterThan(150)
  expect(colour[2]).toBeLessThan(100)
})

test('the square is moved with the mouse, and zoomed with two fingers', async ({ family, page }) => {
  await openProfilePicture(page)
  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  const cropped = pictureDialog(page).getByRole('img', { name: /^The part that is kept/ })
  const box = await cropped.boundingBox()
  if (box === null) throw new Error('There is nothing to move')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: apart.map((right, id) => ({ x: middle.x + right, y: middle.y, id })) })
  await touch('touchStart', -30, 30)
  await touch('touchMove', -40, 40)
  await touch('touchMove', -60, 60)
  await touch('touchEnd')
  const zoom = pictureDialog(page).getByRole('slider', { name: 'Zoom' })
  await expect.poll(async () => Number(await zoom.inputValue())).toBeCloseTo(2, 1)

  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + box.width * 0.9, middle.y, { steps: 6 })
  await page.mouse.up()
  await use(page)
  await said(page, 'Profile picture uploaded successfully')
  const { profileImageUrl } = await (await family.context.request.get('/api/auth/user')).json()
  // Drawn to the right, the picture shows its left half.
  const { colour, width } = await kept(family.context, page, profileImageUrl)
  expect(width).toBe(300)
  expect(colour[0]).toBeGreaterThan(150)
  expect(colour[2]).toBeLessThan(100)
})

test('a picture is dropped on the dialog, or pasted wherever the focus is', async ({ family, page }) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  const png = (await drawn(page, 'image/png')).toString('base64')
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.png', { type: 'image/png' }))
    return data
  }, png)
  const place = dialog.locator('.uppy-Dashboard')
  await place.dispatchEvent('dragover', { dataTransfer: transfer })
  await place.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(dialog.getByRole('button', { name: 'Use This Picture' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.evaluate((clipboardData) => {
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, transfer)
  await expect(dialog.getByRole('button', { name: 'Use This Picture' })).toBeVisible()
  expect(family.familyId).not.toBe('')
})

test('a photo is taken where there is a camera, and there is no word of it where there is none', async ({ family, page }) => {
  await openProfilePicture(page)
  await expect(pictureDialog(page).getByText('Take a photo')).toHaveCount(0)
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = async () => [{ kind: 'videoinput', deviceId: '1', groupId: '1', label: 'Camera', toJSON: () => '' }]
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 480
      const stream = canvas.captureStream(10)
      const context = canvas.getContext('2d')
      const paint = () => {
        if (!context || stream.getTracks().every(({ readyState }) => readyState === 'ended')) return
        context.fillStyle = '#2a2'
        context.fillRect(0, 0, 640, 480)
        setTimeout(paint, 50)
      }
      paint()
      return stream
    }
  })
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  await dialog.getByText('Take a photo').click()
  await expect(dialog.locator('video')).toBeVisible()
  await expect.poll(() => dialog.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBe(640)
  await dialog.getByRole('button', { name: 'Take the photo' }).click()
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await use(page)
  await said(page, 'Profile picture uploaded successfully')
  const { profileImageUrl } = await (await family.context.request.get('/api/auth/user')).json()
  expect(await kept(family.context, page, profileImageUrl)).toMatchObject({ width: 480, height: 480 })
})

test('a picture that does not load leaves the drawn face, and is not asked for again however often it would be shown', async ({ family, page }) => {
  await addMember(family, 'Mia')
  const asked: string[] = []
  await page.route('**/api/families/*/members', async (route) => {
    const answer = await route.fetch()
    const members: Record<string, unknown>[] = await answer.json()
    await route.fulfill({ json: members.map((known) => (known['displayName'] === 'Mia' ? { ...known, avatarSeed: '/objects/gone/gone' } : known)) })
  })
  await page.route('**/objects/gone/gone', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 404, body: '' })
  })
  await openMembers(page)
  await expect(member(page, 'Mia').locator('svg').first()).toBeVisible()
  await expect(page.locator('img[src="/objects/gone/gone"]')).toHaveCount(0)
  // By as many as stood there at once.
  const first = asked.length
  await expect(await edit(page, 'Mia')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('tab', { name: 'Learning' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(member(page, 'Mia').locator('svg').first()).toBeVisible()
  expect(asked).toHaveLength(first)
  expect(family.familyId).not.toBe('')
})

test('under a picture that is still coming stands a face, and the old picture until the new one is there', async ({ family, page }) => {
  await addMember(family, 'Mia')
  const kitchen = await family.context.newPage()
  await openMembers(kitchen)
  await openMembers(page)
  let release = () => {}
  const hold = () =>
    kitchen.route('**/objects/**', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue()
    })
  const give = async (picture: Buffer) => {
    const dialog = await edit(page, 'Mia')
    await dialog.getByRole('button', { name: 'Upload Picture' }).click()
    await choose(page, { name: 'mia.jpg', mimeType: 'image/jpeg', buffer: picture })
    await use(page)
    await expect(pictureDialog(page)).toBeHidden()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    return String((await membersOf(family))[1]?.['avatarSeed'])
  }
  await hold()
  const shown = member(kitchen, 'Mia').locator('img')
  const first = await give(await drawn(page, 'image/jpeg'))
  await expect(shown).toHaveAttribute('src', first)
  await expect(member(kitchen, 'Mia').locator('svg').first()).toBeVisible()
  expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(0)
  release()
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512)

  const look = () => member(kitchen, 'Mia').locator('img').screenshot({ animations: 'disabled' })
  const seen = await look()
  const second = await give(asTakenByPhone(await drawn(page, 'image/jpeg')))
  await expect(shown).toHaveAttribute('src', second)
  // What is to be seen is what was to be seen before.
  expect(await look()).toEqual(seen)
  release()
  await expect.poll(look).not.toEqual(seen)
})

for (const [name, width, height] of screens) {
  test.describe(`by ${name}`, () => {
    test.use({ viewport: { width, height }, hasTouch: name !== 'desk' })

    test('choosing, cropping and sending a picture look right, and so does a member with one', async ({ family, page }) => {
      test.slow()
      const title = 'the whole family on the beach in the summer of the year in which it never stopped raining'
      await openProfilePicture(page)
      await expectGoodLooks(page)
      await choose(page, { name: `${title}.png`, mimeType: 'image/png', buffer: Buffer.from('text') })
      await expect(pictureDialog(page).getByRole('alert')).toHaveText(notOurs)
      await expectGoodLooks(page)
      await choose(page, { name: `${title}.png`, mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
      await expect(pictureDialog(page).getByRole('slider', { name: 'Zoom' })).toBeVisible()
      await expectGoodLooks(page)
      const letGo = await holdUploads(page)
      await use(page)
      await expect(pictureDialog(page).getByRole('button', { name: 'Pause' })).toBeVisible()
      await expectGoodLooks(page)
      for (const button of await pictureDialog(page).getByRole('button').all()) {
        const box = await button.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      }
      await page.route('**/api/user/profile-image', (route) => route.fulfill({ status: 500, body: '' }))
      await letGo()
      await expect(pictureDialog(page).getByRole('button', { name: 'Retry upload' })).toBeVisible()
      await expectGoodLooks(page)
      await page.unroute('**/api/user/profile-image')
      await pictureDialog(page).getByRole('button', { name: 'Retry upload' }).click()
      await expect(pictureIn(profile(page))).toBeVisible()
      await expectGoodLooks(page)
      await openMembers(page)
      await edit(page, 'Anna')
      await expect(page.getByText('The profile picture of their account is shown before this one.')).toBeVisible()
      await expectGoodLooks(page)
      expect(family.familyId).not.toBe('')
    })
  })
}
