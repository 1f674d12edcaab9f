import { openLive } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { drawn, storedPicture, openProfilePicture, pictureDialog, profile, uploadedPicture, use } from './pictures.ts'

test('with keys alone a picture is chosen, moved, zoomed and sent; Escape closes the dialog', async ({
  family: _family,
  page,
}) => {
  await openLive(page, '/settings')
  const dialog = pictureDialog(page)
  const opener = profile(page).getByRole('button', { name: 'Upload New Picture' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  // The browser must know that we wait before the key is pressed.
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  await expect(dialog.getByRole('application', { name: 'The part that is kept' })).toBeFocused()
  for (const key of [...Array(3).fill('+'), ...Array(9).fill('ArrowLeft')]) await page.keyboard.press(key)
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await page.keyboard.press('Tab')
  await expect(zoom).toBeFocused()
  expect(Number(await zoom.inputValue())).toBeGreaterThan(1.2)
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Use This Picture' })).toBeFocused()
  await page.keyboard.press('Enter')
  // Moved so far to the left that nothing of the right half is in the middle.
  expect(await storedPicture(page, await uploadedPicture(page))).toMatchObject({ isRed: true })
  await expect(opener).toBeFocused()
})

test('a picture is pasted wherever the focus is, its square moved with the mouse, and zoomed with two fingers', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    [...(await drawn(page, 'image/png'))],
  )
  await expect(dialog.getByRole('button', { name: 'Use This Picture' })).toBeVisible()

  const box = await boxOf(dialog.getByRole('application', { name: 'The part that is kept' }))
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: number[]) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart.map((right, id) => ({ x: middle.x + right, y: middle.y, id })),
    })
  await touch('touchStart', -30, 30)
  for (const apart of [40, 60]) await touch('touchMove', -apart, apart)
  await touch('touchEnd')
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await expect.poll(async () => Number(await zoom.inputValue())).toBeCloseTo(2, 1)

  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + box.width * 0.9, middle.y, { steps: 6 })
  await page.mouse.up()
  await use(page)
  // Drawn to the right, the picture shows its left half.
  expect(await storedPicture(page, await uploadedPicture(page))).toMatchObject({ width: 300, isRed: true })
})

test('a photo is taken where there is a camera, and there is no word of it where there is none', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  await expect(dialog.getByText('Take a photo')).toHaveCount(0)
  await page.addInitScript(() => {
    const camera = { kind: 'videoinput', deviceId: '1', groupId: '1', label: 'Camera', toJSON: () => '' } as const
    navigator.mediaDevices.enumerateDevices = async () => [camera]
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
      const stream = canvas.captureStream(10)
      const timer = setInterval(() => {
        canvas.getContext('2d')?.fillRect(0, 0, 640, 480)
        if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(timer)
      }, 50)
      return stream
    }
  })
  await openProfilePicture(page)
  await dialog.getByText('Take a photo').click()
  const video = dialog.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(640)
  await dialog.getByRole('button', { name: 'Take the photo' }).click()
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await use(page)
  expect(await storedPicture(page, await uploadedPicture(page))).toMatchObject({ width: 480, height: 480 })
})
