import { openLive } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { drawn, storedPicture, openProfilePicture, pictureDialog, profile, uploadedPicture, use } from './pictures.ts'

test('with keys alone a picture is chosen, moved, zoomed and sent; Escape closes the dialog', async ({
  family: _family,
  page,
}) => {
  await openLive(page, '/settings')
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
  const cropped = pictureDialog(page).getByRole('application', { name: 'The part that is kept' })
  await expect(cropped).toBeFocused()
  for (const key of [...Array(3).fill('+'), ...Array(9).fill('ArrowLeft')]) await page.keyboard.press(key)
  const zoom = pictureDialog(page).getByRole('slider', { name: 'Zoom' })
  await page.keyboard.press('Tab')
  await expect(zoom).toBeFocused()
  expect(Number(await zoom.inputValue())).toBeGreaterThan(1.2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(pictureDialog(page).getByRole('button', { name: 'Use This Picture' })).toBeFocused()
  await page.keyboard.press('Enter')
  const address = await uploadedPicture(page)
  await expect(opener).toBeFocused()
  // Moved so far to the left that nothing of the right half is in the middle.
  const { colour } = await storedPicture(page, address)
  expect(colour[0]).toBeGreaterThan(150)
  expect(colour[2]).toBeLessThan(100)
})

test('a picture is dropped on the dialog, or pasted wherever the focus is; its square is moved with the mouse, and zoomed with two fingers', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  const dialog = pictureDialog(page)
  const png = (await drawn(page, 'image/png')).toString('base64')
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer()
    data.items.add(
      new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.png', { type: 'image/png' }),
    )
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

  const cropped = pictureDialog(page).getByRole('application', { name: 'The part that is kept' })
  const box = await boxOf(cropped)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: number[]) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart.map((right, id) => ({ x: middle.x + right, y: middle.y, id })),
    })
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
  // Drawn to the right, the picture shows its left half.
  const { colour, width } = await storedPicture(page, await uploadedPicture(page))
  expect(width).toBe(300)
  expect(colour[0]).toBeGreaterThan(150)
  expect(colour[2]).toBeLessThan(100)
})

test('a photo is taken where there is a camera, and there is no word of it where there is none', async ({
  family: _family,
  page,
}) => {
  await openProfilePicture(page)
  await expect(pictureDialog(page).getByText('Take a photo')).toHaveCount(0)
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = async () => [
      { kind: 'videoinput', deviceId: '1', groupId: '1', label: 'Camera', toJSON: () => '' },
    ]
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
  expect(await storedPicture(page, await uploadedPicture(page))).toMatchObject({ width: 480, height: 480 })
})
