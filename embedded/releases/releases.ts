import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { schemas } from '../postgres/bootstrap.ts'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/** What a released version left: a backup of a data folder of it, and a digest of each file that its database was made from. */
export const Release = z.object({ email: z.string(), password: z.string(), kidId: z.string(), pin: z.string(), files: z.record(z.string(), z.string()) })
export type Release = z.infer<typeof Release>

export const archiveOf = (version: string) => fileURLToPath(new URL(`${version}.tar.gz`, import.meta.url))
export const descriptionOf = (version: string) => fileURLToPath(new URL(`${version}.json`, import.meta.url))

/** The versions whose folders are kept. */
export async function keptVersions(): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(new URL('.', import.meta.url)), ({ name }) => name)
  return names.flatMap((name) => (name.endsWith('.tar.gz') ? [name.slice(0, -'.tar.gz'.length)] : []))
}

/** The files that a database is made from, with their digests. */
export async function digests(): Promise<Record<string, string>> {
  const files = schemas.map((name) => `embedded/postgres/schemas/${name}.sql`)
  for await (const { name } of Deno.readDir(`${projectFolder}/supabase/migrations`)) if (name.endsWith('.sql')) files.push(`supabase/migrations/${name}`)
  return Object.fromEntries(await Promise.all(files.toSorted().map(async (file) => [file, await digestOf(file)] as const)))
}

async function digestOf(file: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await Deno.readFile(`${projectFolder}/${file}`))).toHex().slice(0, 16)
}
