/** A square of a picture, in the picture's own pixels. */
export type Crop = { x: number; y: number; side: number }
export type Sides = { width: number; height: number }

export const mostZoom = 4

/** As much as fits, from the middle. */
export function middleOf({ width, height }: Sides): Crop {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** How many times larger than at first what is in the square is seen. */
export function zoomOf({ side }: Crop, { width, height }: Sides): number {
  return Math.min(width, height) / side
}

/** The square moved by so many pixels of the picture; it never leaves the picture. */
export function moved({ x, y, side }: Crop, picture: Sides, right: number, down: number): Crop {
  return { x: within(x + right, picture.width - side), y: within(y + down, picture.height - side), side }
}

/** The square with that zoom, around the same middle as far as the picture goes. */
export function zoomed(crop: Crop, picture: Sides, zoom: number): Crop {
  const side = Math.min(picture.width, picture.height) / Math.min(mostZoom, Math.max(1, zoom))
  const larger = (side - crop.side) / 2
  return moved({ ...crop, side }, picture, -larger, -larger)
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
