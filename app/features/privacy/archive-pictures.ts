import type { PictureType } from '#domain/contract/constants.ts'
import type { FamilyExport } from '#domain/contract/privacy.ts'

const extensions: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The file extension for a picture's content type. */
export const extensionOf = (type: string | null) =>
  Object.entries(extensions).find(([known]) => type?.startsWith(known))?.[1] ?? 'bin'

/** The path of each picture of the family, and its file name without extension. */
export function picturesOf({ members }: FamilyExport): { path: string; name: string }[] {
  const taken = new Set<string>()
  return members.flatMap(({ displayName, avatarSeed, userProfileImageUrl }) =>
    [userProfileImageUrl, avatarSeed]
      .filter((path) => path?.startsWith('/objects/') === true)
      .map((path) => ({ path: path ?? '', name: uniqueName(taken, fileName(displayName, 'member')) })),
  )
}

/** A file name that is valid on all systems. */
export function fileName(name: string, otherwise: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  return safe === '' ? otherwise : safe
}

/** Returns a name that is not taken yet, with a number if needed; ignores case, as some file systems do. */
function uniqueName(taken: Set<string>, name: string): string {
  for (let number = 1; ; number++) {
    const next = number === 1 ? name : `${name} (${number})`
    if (taken.has(next.toLowerCase())) continue
    taken.add(next.toLowerCase())
    return next
  }
}
