import { readPicture } from '#domain/rules/pictures.ts'
import { readsCanvas } from '#app/lib/device/reads-canvas.ts'
import { pictures } from '#texts/pictures'
import { readHeif } from './heif.ts'
import type { Crop } from './crop.ts'

/** Maximum pixels of a picture that is decoded: each takes four bytes, and no phone fits more into 5 MB. */
const openedPixels = 64_000_000
/** Side of the square to which a picture is scaled before the upload, in pixels. */
const keptSide = 512
/** Pixels of the shorter side while a picture is cropped: enough that even the largest zoom needs no upscaling. */
const openedSide = 2048
/** The largest side of a canvas that all browsers support. */
const drawnSide = 8192

/** Opens a picture upright and scaled to a workable size; returns the reason as text if it cannot be opened. */
export async function openPicture(file: Blob): Promise<HTMLCanvasElement | { refusal: string }> {
  // Reads the size before decoding, because a small file can contain a huge picture.
  const bytes = new Uint8Array(await file.arrayBuffer())
  const heif = readHeif(bytes)
  const header = heif ?? readPicture(bytes)
  if (!header) return { refusal: pictures.notAPicture }
  const { width, height } = header
  if (width * height > openedPixels) return { refusal: pictures.tooLarge(width, height) }
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    if (!(await readsCanvas())) return { refusal: pictures.changedHere }
    const { naturalWidth, naturalHeight } = image
    const scale = Math.min(
      1,
      openedSide / Math.min(naturalWidth, naturalHeight),
      drawnSide / Math.max(naturalWidth, naturalHeight),
    )
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(naturalHeight * scale))
    draw(canvas, image, { x: 0, y: 0, width: naturalWidth, height: naturalHeight })
    return canvas
  } catch {
    // Some browsers show neither format, or AVIF alone.
    return { refusal: heif === undefined ? pictures.damaged : heif.isAvif ? pictures.notAPicture : pictures.heic }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Draws a part of a picture over the whole canvas; transparent pixels become white. */
export function draw(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** Draws the square as a new picture, which drops the file's metadata, such as the location. */
export async function redraw(
  picture: HTMLCanvasElement,
  { x, y, side }: Crop,
): Promise<{ data: Blob; preview: string }> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(keptSide, Math.round(side)))
  draw(canvas, picture, { x, y, width: side, height: side })
  const webp = await encoded(canvas, 'image/webp')
  // A browser that cannot encode WebP returns a PNG.
  const data = webp.type === 'image/webp' ? webp : await encoded(canvas, 'image/jpeg')
  return { data, preview: canvas.toDataURL(data.type, quality) }
}

const quality = 0.9

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      type,
      quality,
    ),
  )
}
