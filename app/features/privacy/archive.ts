import { zipSync, type Zippable } from 'fflate'
import type { FamilyExport } from '#domain/contract/privacy.ts'
import { fetchBytes } from '#app/lib/api/fetch-bytes.ts'
import { privacy } from '#texts/privacy'
import { extensionOf, picturesOf } from './archive-pictures.ts'
import { tablesOf } from './archive-tables.ts'

/** Receives a sentence about the current step, to show to a person. */
export type OnProgress = (words: string) => void

/** Milliseconds without a byte after which a picture counts as lost. */
const silenceMs = 15_000

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Packs all data of a family into one file. Fails when a picture is missing, so that no archive is incomplete. */
export async function archiveOf(kept: FamilyExport, onProgress: OnProgress): Promise<Uint8Array<ArrayBuffer>> {
  const files: Zippable = { 'family.json': bytesOf(JSON.stringify(kept, null, 2)) }
  for (const [name, table] of Object.entries(tablesOf(kept))) files[name] = bytesOf(table)
  const pictures = picturesOf(kept)
  for (const [index, { path, name }] of pictures.entries()) {
    onProgress(privacy.fetchingPicture(index + 1, pictures.length))
    const { response, bytes } = await fetchBytes(path, {}, { limitMs: silenceMs, isPerPart: true, isRepeatable: true })
    if (!response.ok) throw new Error(`The picture ${path} answered ${response.status}`)
    // Pictures are compressed already.
    files[`pictures/${name}.${extensionOf(response.headers.get('content-type'))}`] = [bytes, { level: 0 }]
  }
  onProgress(privacy.packing)
  return zipSync(files, { mtime: new Date(kept.exportedAt) })
}

/** 'bubblequest-berg-family-2026-11-22.zip' */
export function archiveName({ family }: FamilyExport, day: string): string {
  const name = family.name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `bubblequest-${name === '' ? 'family' : name}-${day}.zip`
}
