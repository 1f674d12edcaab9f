import { version } from '../domain/contract/version.ts'
import { ignoreMissing, replaceFile } from './file-system.ts'
import { Problem } from './problem.ts'

/** The file of a data folder that names the newest version that has run on it. */
export const versionFile = 'version'

/** Refuses a data folder on which a newer version has run: its files and its database may be of another form. */
export async function refuseNewerFolder(folder: string): Promise<void> {
  const theirs = await notedVersion(folder)
  if (theirs === undefined || !isNewer(theirs, version)) return
  throw new Problem(
    `The data folder ${folder} was used by Bubblequest ${theirs}, and this is the older ${version}. Update Bubblequest and start again; nothing was changed.`,
  )
}

/** Notes that this version has run on the data folder. */
export async function noteVersion(folder: string): Promise<void> {
  if ((await notedVersion(folder)) !== version) await replaceFile(`${folder}/${versionFile}`, `${version}\n`)
}

/** Whether the first version came after the second. */
export const isNewer = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) > 0

/** Undefined for a folder from before the first release. */
async function notedVersion(folder: string): Promise<string | undefined> {
  return (await Deno.readTextFile(`${folder}/${versionFile}`).catch(ignoreMissing))?.trim()
}
