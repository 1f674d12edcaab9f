import { Problem } from '../problem.ts'

/** Where a restore works; while it is there, the data folder is nothing yet. */
export const unfinishedIn = (folder: string) => `${folder}/restoring`

export const isUnfinished = (folder: string) =>
  Deno.stat(unfinishedIn(folder)).then(
    () => true,
    () => false,
  )

export async function refuseUnfinished(folder: string): Promise<void> {
  if (await isUnfinished(folder)) throw new Problem(`A restore into ${folder} was cut short. Run it once more: npm run restore -- FILE`)
}
