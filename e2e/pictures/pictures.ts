import type { Locator, Page } from '@playwright/test'
import { expectText, openLive } from '../actions.ts'
import { expect } from '../family.ts'
import { intercept } from '../intercept.ts'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** A picture that the browser drew: left half red, right half blue. */
export async function drawn(
  page: Page,
  type: 'image/jpeg' | 'image/png' | 'image/webp',
  width = 900,
  height = 600,
): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([type, width, height]) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      for (const [half, colour] of ['#d22', '#22d'].entries()) {
        context.fillStyle = colour
        context.fillRect((half * width) / 2, 0, width / 2, height)
      }
      return canvas.toDataURL(type).split(',')[1] ?? ''
    },
    [type, width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** The Exif segment of a phone that was held on its side: to be turned by 90°, taken at 52° 31′ N, 13° 24′ E. */
const exif = Buffer.from(
  '/+EAlEV4aWYAAE1NACoAAAAIAAIBEgADAAAAAQAGAACIJQAEAAAAAQAAACYAAAAAAAQAAQACAAAAAk4AAAAAAgAFAAAAAwAAAFwAAwACAAAAAkUAAAAABAAFAAAAAwAAAHQAAAAAAAAANAAAAAEAAAAfAAAAAQAAAAwAAAABAAAADQAAAAEAAAAYAAAAAQAAABIAAAAB',
  'base64',
)

export const asTakenByPhone = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])

export const pictureDialog = (page: Page) => page.getByRole('dialog', { name: /^Upload( New)? Picture$/ })

/** Chooses a file as people do, in the browser's own dialog. */
export async function chooseFile(page: Page, file: PictureFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await pictureDialog(page).getByText('Choose a picture', { exact: true }).click()
  await (await choosing).setFiles(file)
}

/** Chooses a picture that the browser drew. */
export const chooseDrawn = async (page: Page) =>
  chooseFile(page, { name: 'me.png', mimeType: 'image/png', buffer: await drawn(page, 'image/png') })

/** Takes the picture as it is cropped at first, and sends it. */
export const use = (page: Page) => pictureDialog(page).getByRole('button', { name: 'Use This Picture' }).click()

/** Waits until the picture that was sent is the user's; its address. */
export async function uploadedPicture(page: Page): Promise<string> {
  await expectText(page, 'Profile picture uploaded successfully')
  const { profileImageUrl } = await (await page.context().request.get('/api/auth/user')).json()
  return profileImageUrl
}

/** The address of the picture that is shown. */
export const pictureIn = (place: Locator) => place.locator('img[src^="/objects/"]')

/** Delays the browser's uploads until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const sent = '**/storage/v1/object/upload/sign/**'
  await intercept(page, sent, async (route) => {
    await held
    // The page may have cancelled the request meanwhile.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    release()
    await page.unroute(sent)
  }
}

/** Fetches a stored picture. `isRed`: the pixel at its top, in the middle, is of the drawn picture's left half. */
export async function storedPicture(
  page: Page,
  path: string,
): Promise<{ bytes: Buffer; type: string; width: number; height: number; isRed: boolean }> {
  const answer = await page.context().request.get(path)
  expect(answer.status()).toBe(200)
  const bytes = await answer.body()
  const type = answer.headers()['content-type'] ?? ''
  const looked = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const [red = 0, , blue = 0] = context?.getImageData(canvas.width / 2, 10, 1, 1).data ?? []
      return { width: image.naturalWidth, height: image.naturalHeight, isRed: red > 150 && blue < 100 }
    },
    `data:${type};base64,${bytes.toString('base64')}`,
  )
  return { bytes, type, ...looked }
}

export const profile = (page: Page) => page.getByRole('region', { name: 'Profile Information' })

export async function openProfilePicture(page: Page): Promise<void> {
  await openLive(page, '/settings')
  await profile(page).getByRole('button', { name: 'Upload New Picture' }).click()
  await expect(pictureDialog(page).getByText('Upload a profile picture (max 5MB)', { exact: true })).toBeVisible()
}
