import { isDiskFull, Problem, wordsOf } from './problem.ts'

export type FolderLock = { writeUrl(url: string): Promise<void>; release(): Promise<void> }

export class AlreadyRunning extends Problem {}

/**
 * Takes the data folder for this process alone. The lock is the operating system's and ends with
 * the process, however it ends; the file's text is only for the sentence a second start prints.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = `${folder}/lock`
  await refuseOthersFolder(folder).catch(async (problem: unknown) => {
    // Throws AlreadyRunning when the folder is in use: root may connect to that Postgres, which creates no files.
    ;(await take(path, await Deno.open(path, { read: true, write: true }).catch(() => undefined)))?.close()
    throw problem
  })
  const file = await take(path, await open(path, folder))
  const write = async (text: string) => {
    await file.truncate(0)
    await file.seek(0, Deno.SeekMode.Start)
    await file.write(new TextEncoder().encode(text))
  }
  await write(`process ${Deno.pid}`)
  return {
    writeUrl: (url) => write(`process ${Deno.pid}, ${url}`),
    async release() {
      await file.truncate(0)
      // Closing is not enough: a child process that is being started holds every open file for a moment.
      await file.unlock()
      file.close()
    },
  }
}

/** Locks the open file, or throws AlreadyRunning. */
async function take<File extends Deno.FsFile | undefined>(path: string, file: File): Promise<File> {
  if (file === undefined || (await file.tryLock(true))) return file
  file.close()
  const holder = (await Deno.readTextFile(path).catch(() => '')).trim()
  const folder = path.slice(0, -'/lock'.length)
  throw new AlreadyRunning(
    `Bubblequest is already running on ${folder}${holder === '' ? '' : ` (${holder})`}. Use that one, stop it first, or choose another folder with BUBBLEQUEST_DATA.`,
  )
}

async function open(path: string, folder: string): Promise<Deno.FsFile> {
  try {
    // Readable for its owner alone, but others may pass: the folders of Postgres' own user are below.
    await Deno.mkdir(folder, { recursive: true, mode: 0o711 })
    return await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 })
  } catch (error) {
    if (isDiskFull(error)) throw error
    const why =
      error instanceof Deno.errors.PermissionDenied
        ? 'this user may not write there'
        : error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory
          ? 'it is a file, not a folder'
          : wordsOf(error)
    throw new Problem(
      `The data folder ${folder} cannot be used: ${why}. Change its rights or choose another folder with BUBBLEQUEST_DATA.`,
    )
  }
}

/** The entries of a data folder. Postgres too wants its user to own its files. */
const ownNames = ['keys.json', 'lock', 'version', 'postgres', 'postgres.log', 'run', 'storage']

/** Refuses a user in a data folder with something that is another's, such as root's after one start by it. */
async function refuseOthersFiles(folder: string): Promise<void> {
  const uid = Deno.uid()
  for (const path of ownNames.map((name) => `${folder}/${name}`)) {
    const owner = await ownerOf(path)
    if (owner === undefined || owner === uid) continue
    throw new Problem(
      `${path} belongs to ${owner === 0 ? 'root' : `user ${owner}`}, and this is user ${uid}. Run Bubblequest as the user who owns the folder, or give all of it to this one: sudo chown -R ${uid} ${folder}`,
    )
  }
}

/**
 * Refuses root in the data folder of another user, who could not read files that root makes there. The owner is that of
 * `keys.json`, or of the folder before there is one.
 */
async function refuseOthersFolder(folder: string): Promise<void> {
  if (Deno.uid() !== 0) return refuseOthersFiles(folder)
  if (Deno.build.os !== 'linux')
    throw new Problem('Postgres does not run as root. Start Bubblequest as an ordinary user.')
  const owner = (await ownerOf(`${folder}/keys.json`)) ?? (await ownerOf(folder)) ?? 0
  if (owner === 0) return
  throw new Problem(
    `The data folder ${folder} belongs to user ${owner}, who could not start any more with what root would make there. Run it as that user: sudo -u '#${owner}' …; nothing was changed.`,
  )
}

const ownerOf = (path: string) =>
  Deno.stat(path).then(
    ({ uid }) => uid ?? undefined,
    () => undefined,
  )
