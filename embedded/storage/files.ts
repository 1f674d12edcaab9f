import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type postgres from 'postgres'
import { exists, ignoreMissing } from '../file-system.ts'
import { isDiskFull, kindOf } from '../problem.ts'
import type { ServiceRefusal } from '../service-refusal.ts'
import { brokenInside, tooLarge } from './refusal.ts'

export type StoredFile = {
  /** The name it has from now on: chosen here, so no name of a client ever becomes a path. */
  version: string
  /** In bytes. */
  size: number
  /** In hex. */
  md5: string
}

const mostAtOnce = 64 * 1024
export const versions = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The file of a version in a data folder. Two levels, so that no folder grows long. */
export const fileOf = (dataFolder: string, version: string) =>
  `${dataFolder}/storage/${version.slice(0, 2)}/${version.slice(2, 4)}/${version}`

/** The bytes of the objects, one file each. A file stays only while a row names its version. */
export class Files {
  readonly #dataFolder: string
  readonly #folder: string
  readonly #incoming: string
  /**
   * The versions that this process has begun to write, until the sweep is over: their rows may still be on their way.
   */
  #young: Set<string> | undefined = new Set()
  /** Folders whose own names have reached the disk. */
  readonly #kept = new Set<string>()

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.#folder = `${dataFolder}/storage`
    this.#incoming = `${this.#folder}/incoming`
  }

  /**
   * Writes all of `chunks` and puts them in their place, or leaves nothing behind. More than `limit` bytes are refused.
   */
  async receive(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile | ServiceRefusal> {
    const version = crypto.randomUUID()
    this.#young?.add(version)
    const temporary = `${this.#incoming}/${version}`
    await Deno.mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    try {
      const written = await write(temporary, chunks, limit)
      if (written === undefined) return tooLarge
      await this.#place(temporary, version)
      return { version, ...written }
    } catch (error) {
      await this.drop(version)
      throw error
    } finally {
      await Deno.remove(temporary).catch(ignoreMissing)
    }
  }

  /**
   * The bytes of a version, or undefined when there is none. A small file comes in one piece: a stream would cost more.
   */
  async read(version: string, size: number): Promise<ReadableStream | Uint8Array<ArrayBuffer> | undefined> {
    if (!versions.test(version)) return undefined
    try {
      return size > mostAtOnce
        ? (await Deno.open(fileOf(this.#dataFolder, version))).readable
        : await Deno.readFile(fileOf(this.#dataFolder, version))
    } catch (error) {
      return ignoreMissing(error)
    }
  }

  /** Takes away a file that no row names any more. One that cannot be removed is swept at a later start. */
  async drop(version: string): Promise<void> {
    if (!versions.test(version)) return
    await Deno.remove(fileOf(this.#dataFolder, version))
      .catch(ignoreMissing)
      .catch((error: unknown) => console.error(`storage: a file could not be removed: ${kindOf(error)}`))
  }

  /** Removes half uploads, and files whose row was never committed or is gone, as a crash leaves them. */
  async sweep(sql: postgres.Sql): Promise<void> {
    const paths = (await exists(this.#folder)) ? await readdir(this.#folder, { recursive: true }) : []
    const found: string[] = []
    for (const path of paths) {
      const version = basename(path)
      if (!versions.test(version) || this.#young?.has(version)) continue
      if (path === `incoming/${version}`) await Deno.remove(`${this.#incoming}/${version}`).catch(ignoreMissing)
      else if (`${this.#folder}/${path}` === fileOf(this.#dataFolder, version)) found.push(version)
    }
    if (found.length > 0) {
      const rows = await sql<{ version: string }[]>`
        select version from storage.objects where version in (select jsonb_array_elements_text(${sql.json(found)}))`
      const named = new Set(rows.map(({ version }) => version))
      for (const version of found) if (!named.has(version)) await this.drop(version)
    }
    this.#young = undefined
  }

  async #place(temporary: string, version: string): Promise<void> {
    const path = fileOf(this.#dataFolder, version)
    const folder = dirname(path)
    try {
      await this.#keep(folder)
      await Deno.rename(temporary, path)
      // A row may promise the file only once its name has reached the disk too.
      await syncFolder(folder)
    } catch (error) {
      // Somebody may have taken folders away.
      this.#kept.clear()
      throw error
    }
  }

  async #keep(folder: string): Promise<void> {
    if (folder === this.#dataFolder || this.#kept.has(folder)) return
    const parent = dirname(folder)
    await this.#keep(parent)
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 })
    await syncFolder(parent)
    this.#kept.add(folder)
  }
}

/** Undefined when there were more bytes than `limit`. */
async function write(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ size: number; md5: string } | undefined> {
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 })
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit) return undefined
    hash.update(chunk)
    for (let written = 0; written < chunk.length;) written += await file.write(chunk.subarray(written))
  }
  await file.sync()
  return { size, md5: hash.digest('hex') }
}

async function syncFolder(path: string): Promise<void> {
  using folder = await Deno.open(path)
  await folder.sync()
}

/** Words a refusal of the disk; undefined for any other error. */
export function diskRefusal(error: unknown): ServiceRefusal | undefined {
  if (isDiskFull(error)) return brokenInside('There is no room left on the disk')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO'].includes(String(code)))
    return brokenInside('The folder of the stored files cannot be used')
  return undefined
}
