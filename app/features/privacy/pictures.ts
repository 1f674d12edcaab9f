import type { PictureType } from '#domain/contract/picture-limits.ts'
import type { FamilyExport } from '#domain/contract/privacy.ts'

const endings: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** How the file of a picture ends that the server calls by that type. */
export const endingOf = (type: string | null) => Object.entries(endings).find(([known]) => type?.startsWith(known))?.[1] ?? 'bin'

/** Where each picture of the family lies, and what its file is called, without ending. */
export function picturesOf({ members }: FamilyExport): { path: string; name: string }[] {
  const taken = new Set<string>()
  return members.flatMap(({ displayName, avatarSeed, userProfileImageUrl }) =>
    [userProfileImageUrl, avatarSeed]
      .filter((path) => path?.startsWith('/objects/') === true)
      .map((path) => ({ path: path ?? '', name: untaken(taken, fileName(displayName, 'member')) })),
  )
}

/** A name that every system takes for a file. */
export function fileName(name: string, otherwise: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  return safe === '' ? otherwise : safe
}

/** Of two with the same name the second is called so; systems that know no capitals are minded. */
function untaken(taken: Set<string>, name: string): string {
  for (let number = 1; ; number++) {
    const next = number === 1 ? name : `${name} (${number})`
    if (taken.has(next.toLowerCase())) continue
    taken.add(next.toLowerCase())
    return next
  }
}
