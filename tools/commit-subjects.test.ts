import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The commits since this file came; none in a folder that git does not know, as an unpacked release. */
function subjects(): readonly string[] {
  try {
    const [first] = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/commit-subjects.test.ts')
    return first === undefined ? [] : git('log', '--format=%s', `${first}~..HEAD`)
  } catch {
    return []
  }
}

const imperative = /^(?:Bring|Embed|Feed|Need|Seed|Speed)\b|^(?!\w+(?:ed|ing)\b)[A-Z]/
const twoChanges =
  / and (?:add|allow|build|call|change|check|delete|draw|drop|fix|give|keep|let|make|move|name|put|read|refuse|remove|rename|run|say|send|share|show|stop|take|tell|test|use|wait|write)\b/
const paths = /(?:^|[\s'"])(?:\/|~\/|\.\.\/)\w/

/** Returns the faults of a commit's subject; none for one that is as CONTRIBUTING.md wants it. */
const faultsOf = (subject: string): string[] => [
  ...(subject.length > 72 ? ['is longer than 72 characters'] : []),
  ...(imperative.test(subject) ? [] : ['does not begin with a verb in the imperative']),
  ...(subject.endsWith('.') ? ['ends with a full stop'] : []),
  ...(twoChanges.test(subject) ? ['joins two changes'] : []),
  ...(paths.test(subject) ? ['names a path of a machine'] : []),
]

test.each(subjects())('the subject of a commit is one change in the imperative: %s', (subject) =>
  expect(faultsOf(subject)).toEqual([]),
)

test.each([
  ['Keep pending moves as an overlay over server state', []],
  ["Embed the family's first quest", []],
  ['Added a column', ['does not begin with a verb in the imperative']],
  ['keep the order', ['does not begin with a verb in the imperative']],
  ['Keep the order.', ['ends with a full stop']],
  ['Rename the column and show its emoji', ['joins two changes']],
  ["Merge branch 'main' of /srv/clone", ['names a path of a machine']],
  ['Keep the order of the columns as the family has it on each of its many screens', ['is longer than 72 characters']],
])('of the subject "%s" the faults are %j', (subject, faults) => expect(faultsOf(subject)).toEqual(faults))
