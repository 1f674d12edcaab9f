import { makeFolder, run } from './processes.ts'
import type { Build } from './stack.ts'

/** Returns the hash of the commit that a name stands for. */
export const commitOf = async (reference: string): Promise<string> =>
  (await run('git', ['rev-parse', '--verify', `${reference}^{commit}`])).trim()

export async function buildWorkingTree(): Promise<Build> {
  await run('node', ['tools/build.mjs'])
  return { folder: Deno.cwd() }
}

/**
 * Builds a commit in a temporary folder, with its own tools. Outside the working tree: below it, Tailwind and Deno
 * would take its files for ignored ones or for packages.
 */
export async function buildCommit(commit: string): Promise<Build> {
  const folder = await makeFolder()
  // When we are root, Postgres runs as another user, who has to read it.
  await Deno.chmod(folder, 0o755)
  await run('git', ['archive', '--output', `${folder}/commit.tar`, commit])
  await run('tar', ['--extract', '--file', 'commit.tar'], folder)
  const [ours, theirs] = await Promise.all(
    ['.', folder].map((checkout) => Deno.readTextFile(`${checkout}/package-lock.json`)),
  )
  if (ours === theirs) await Deno.symlink(await Deno.realPath('node_modules'), `${folder}/node_modules`)
  else
    await run(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'],
      folder,
    )
  await run('node', ['tools/build.mjs'], folder)
  return { folder }
}
