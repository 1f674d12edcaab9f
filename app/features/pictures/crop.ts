/** A square of a picture, in the picture's own pixels. */
export type Crop = { x: number; y: number; side: number }
export type Sides = { width: number; height: number }

export const mostZoom = 4

/** The largest centered square. */
export function middleOf({ width, height }: Sides): Crop {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The zoom factor of the square: 1 for the largest one. */
export function zoomOf({ side }: Crop, { width, height }: Sides): number {
  return Math.min(width, height) / side
}

/** Moves the square by pixels of the picture, and keeps it inside. */
export function moved({ x, y, side }: Crop, picture: Sides, right: number, down: number): Crop {
  return { x: within(x + right, picture.width - side), y: within(y + down, picture.height - side), side }
}

/** The square with that zoom around the same center, kept inside the picture. */
export function zoomed(crop: Crop, picture: Sides, zoom: number): Crop {
  const side = Math.min(picture.width, picture.height) / Math.min(mostZoom, Math.max(1, zoom))
  const larger = (side - crop.side) / 2
  return moved({ ...crop, side }, picture, -larger, -larger)
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
