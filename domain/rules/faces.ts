/** Of which kind each part of a drawn face is; `coat` is its colour. `app/ui/media/face.tsx` draws them. */
export type FaceParts = { coat: number; topping: number; eyes: number; mouth: number }

/** The number of kinds of each part. */
export const faceKinds: FaceParts = { coat: 8, topping: 7, eyes: 4, mouth: 4 }

/** Returns the parts of the face that a seed stands for, always the same for the same seed. */
export function faceParts(seed: string): FaceParts {
  const number = hash(seed)
  return {
    coat: number % faceKinds.coat,
    topping: (number >>> 20) % faceKinds.topping,
    eyes: (number >>> 8) % faceKinds.eyes,
    mouth: (number >>> 14) % faceKinds.mouth,
  }
}

/** FNV-1a, then MurmurHash3's last steps, so that seeds one letter apart look unlike. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
