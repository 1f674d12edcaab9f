// Plain JavaScript: `npm run hosted` says it too, on Node alone.

/** The last commits that read what was made before the first version was published. @param {string} version */
const readerOf = (version) => (version < '20261126070000' ? '398cdbdf1' : '182a4e055')

/**
 * Says of a data folder, a backup or a hosted project why it is not read here, and what reads it. `what` begins the
 * sentence.
 * @param {string} what @param {string} version of a migration that it has and this version has not
 */
export const madeEarlier = (what, version) =>
  `${what} was made before the first version of Bubblequest was published (migration ${version}), and nothing in it was read or changed. ` +
  `Commit ${readerOf(version)} still reads it: use that one to save what the family wants to keep, under Settings, and begin anew with this one.`

/**
 * Whether that migration was one of those that the first one replaced.
 * @param {string} version
 * @param {readonly string[]} known
 */
export const isEarlier = (version, known) => version < (known.toSorted()[0] ?? '')

/** The sentence for a project of which `supabase db push` has said that. @param {string} said */
export function earlierProject(said) {
  const [, version] = /Remote migration versions not found[^]*--status reverted (\d+)/.exec(said) ?? []
  return version === undefined ? undefined : madeEarlier('The database of this project', version)
}
