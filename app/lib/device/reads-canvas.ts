const side = 32
/** The largest difference of a colour, of 255, that nobody sees: some browsers change the last bit alone. */
const unseen = 16

let isKnown = false

/**
 * Whether a canvas gives back what was drawn on it; else a browser that hides from tracking returns noise. Asked again
 * until it does, because somebody may allow it meanwhile.
 */
export async function readsCanvas(): Promise<boolean> {
  isKnown ||= await readsSquare().catch(() => false)
  return isKnown
}

/** Draws a square, reads it as a file, draws that, and reads its pixels; all differ, because a plain area gets no noise. */
async function readsSquare(): Promise<boolean> {
  const drawn = contextOf()
  const square = drawn.createImageData(side, side)
  square.data.set(
    Array.from({ length: side * side }, (_, at) => [(at % side) * 8, (at / side) * 8, at % 251, 255]).flat(),
  )
  drawn.putImageData(square, 0, 0)
  const file = await new Promise<Blob | null>((resolve) => drawn.canvas.toBlob(resolve))
  const image = new Image()
  const address = URL.createObjectURL(file as Blob)
  image.src = address
  await image.decode().finally(() => URL.revokeObjectURL(address))
  const read = contextOf()
  read.drawImage(image, 0, 0)
  return read
    .getImageData(0, 0, side, side)
    .data.every((value, at) => Math.abs(value - (square.data[at] ?? 0)) <= unseen)
}

function contextOf(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws on no canvas')
  return context
}
