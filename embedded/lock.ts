import { Problem } from './problem.ts'

export type FolderLock = { say(address: string): Promise<void>; release(): Promise<void> }

/**
 * Takes the data folder for this process alone. The lock is the operating system's and ends with
 * the process, however it ends; the file's text is only for the sentence a second start prints.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = `${folder}/lock`
  const file = await open(path, folder)
  if (!(await file.tryLock(true))) {
    file.close()
    const holder = (await Deno.readTextFile(path).catch(() => '')).trim()
    throw new Problem(
      `Bubblequest is already running on ${folder}${holder === '' ? '' : ` (${holder})`}. Use that one, stop it first, or choose another folder with BUBBLEQUEST_DATA.`,
    )
  }
  const write = async (text: string) => {
    await file.truncate(0)
    await file.seek(0, Deno.SeekMode.Start)
    await file.write(new TextEncoder().encode(text))
  }
  await write(`process ${Deno.pid}`)
  return {
    say: (address) => write(`process ${Deno.pid}, ${address}`),
    async release() {
      await file.truncate(0)
      // Closing alone would not do: a program that is just being started holds every open file for a moment.
      await file.unlock()
      file.close()
    },
  }
}

async function open(path: string, folder: string): Promise<Deno.FsFile> {
  try {
    // Open to nobody but its owner, save for the way through to the folders of Postgres' own user.
    await Deno.mkdir(folder, { recursive: true, mode: 0o711 })
    return await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 })
  } catch (error) {
    const why =
      error instanceof Deno.errors.PermissionDenied
        ? 'this user may not write there'
        : error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory
          ? 'it is a file, not a folder'
          : error instanceof Error
            ? error.message
            : String(error)
    throw new Problem(`The data folder ${folder} cannot be used: ${why}. Change its rights or choose another folder with BUBBLEQUEST_DATA.`)
  }
}
