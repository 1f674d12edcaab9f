import { deflateSync, crc32 } from 'node:zlib'
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
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is nothing to draw on')
      context.fillStyle = '#d22'
      context.fillRect(0, 0, width / 2, height)
      context.fillStyle = '#22d'
      context.fillRect(width / 2, 0, width / 2, height)
      return canvas.toDataURL(type).split(',')[1] ?? ''
    },
    [type, width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

/**
 * The JPEG as a phone writes it that was held on its side: to be turned by 90°, and with the place where it was taken.
 */
export function asTakenByPhone(jpeg: Buffer): Buffer {
  const number = (value: number, bytes: 2 | 4) => {
    const written = Buffer.alloc(bytes)
    written.writeUIntBE(value, 0, bytes)
    return written
  }
  // A value shorter than its field stands at the field's beginning.
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([number(tag, 2), number(type, 2), number(count, 4), value, Buffer.alloc(4 - value.length)])
  const folder = (...entries: Buffer[]) => Buffer.concat([number(entries.length, 2), ...entries, number(0, 4)])
  const degrees = (...parts: number[]) => Buffer.concat(parts.flatMap((part) => [number(part, 4), number(1, 4)]))
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    // Offsets count from the byte order's mark: this folder begins at 8, the next at 38, what it points to lies at 92
    // and 116.
    folder(entry(0x0112, 3, 1, number(6, 2)), entry(0x8825, 4, 1, number(38, 4))),
    folder(
      entry(1, 2, 2, Buffer.from('N\0')),
      entry(2, 5, 3, number(92, 4)),
      entry(3, 2, 2, Buffer.from('E\0')),
      entry(4, 5, 3, number(116, 4)),
    ),
    degrees(52, 31, 12),
    degrees(13, 24, 18),
  ])
  return Buffer.concat([jpeg.subarray(0, 2), number(0xffe1, 2), number(exif.length + 2, 2), exif, jpeg.subarray(2)])
}

/** A real PNG of one bit a pixel: a few kilobytes on disk, gigabytes once opened. */
export function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

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

/** Fetches a stored picture: its bytes, its type, its sides and a colour. */
export async function storedPicture(
  page: Page,
  path: string,
): Promise<{ bytes: Buffer; type: string; width: number; height: number; colour: number[] }> {
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
      // The pixel at the top, in the middle.
      const colour = [...(context?.getImageData(canvas.width / 2, 10, 1, 1).data ?? [])]
      return { width: image.naturalWidth, height: image.naturalHeight, colour }
    },
    `data:${type};base64,${bytes.toString('base64')}`,
  )
  return { bytes, type, ...looked }
}

export const profile = (page: Page) => page.getByRole('region', { name: 'Profile Information' })

export const notOurs = 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.'

export async function openProfilePicture(page: Page): Promise<void> {
  await openLive(page, '/settings')
  await profile(page).getByRole('button', { name: 'Upload New Picture' }).click()
  await expect(pictureDialog(page).getByText('Upload a profile picture (max 5MB)', { exact: true })).toBeVisible()
}
