import assert from 'node:assert/strict'
import {
  asOrdinaryUser,
  inFolder,
  isLocked,
  onOneFolder,
  postmasterOf,
  processesOf,
  refusedStart,
} from '../testing/child.ts'
import type { Child } from '../testing/child.ts'
import { Device } from '../testing/device.ts'
import { familyOn, password } from '../testing/family.ts'
import { loadKeys } from './keys.ts'
import { startPostgres } from './postgres/server.ts'
import { problemOf } from '../testing/problem.ts'
import { migratedFolder } from '../testing/template.ts'
import { until } from '../testing/until.ts'
import { version } from '../domain/contract/version.ts'
import { noteVersion, refuseNewerFolder } from './version.ts'

const story = onOneFolder()

/** Uses the folder and stops it. Returns a check that nothing of it was lost. */
async function used(start: () => Child): Promise<(running: Child) => Promise<void>> {
  const child = start()
  const family = await familyOn(await child.address())
  const quest = await family.addQuest('Dishes')
  assert.equal((await child.end('SIGTERM')).code, 0)
  return async (running) => {
    const parent = family.parent.copy(await running.address())
    assert.deepEqual(await parent.call('quests', { familyId: family.familyId }), [quest])
    assert.equal((await running.end('SIGTERM')).code, 0)
  }
}

/** The size of every file below: a refused start must not change one. */
function contents(folder: string, below = ''): Record<string, number> {
  const found: Record<string, number> = {}
  // Reads synchronously: a cluster has a thousand files, and promises would take longer than the reads.
  for (const { name, isDirectory } of Deno.readDirSync(folder + below)) {
    const path = `${below}/${name}`
    if (isDirectory) Object.assign(found, { [path]: 0 }, contents(folder, path))
    else if (!['/lock', '/postgres.log'].includes(path)) found[path] = Deno.statSync(folder + path).size
  }
  return found
}

async function assertRefused(folder: string, sentence: RegExp): Promise<void> {
  const before = contents(folder)
  assert.match(await refusedStart({ folder }), sentence)
  assert.deepEqual(contents(folder), before)
  assert.deepEqual(processesOf(folder), [])
  assert.ok(!(await isLocked(folder)))
}

/** Mends the folder again. */
type Mend = () => Promise<void>

async function moveAway(path: string, folder: string): Promise<Mend> {
  await Deno.rename(path, `${folder}/kept`)
  return () => Deno.rename(`${folder}/kept`, path)
}

async function overwrite(path: string, text: string): Promise<Mend> {
  const before = await Deno.readTextFile(path)
  await Deno.writeTextFile(path, text)
  return () => Deno.writeTextFile(path, before)
}

const faults: [harm: (folder: string) => Promise<Mend>, sentence: RegExp][] = [
  [
    (folder) => overwrite(`${folder}/keys.json`, '{'),
    /^The keys in .*\/keys\.json cannot be read\. Restore that file from a backup; without it nobody can sign in\.$/,
  ],
  [
    (folder) => moveAway(`${folder}/keys.json`, folder),
    /^The keys of this installation are missing: there is a database in .*, and no keys\.json beside it\. Restore that file from a backup: tar xzf BACKUP\.tar\.gz keys\.json\. Only when there is none: npm start -- --new-keys makes new ones; then everybody has to sign in again, and every PIN has to be set again\.$/,
  ],
  [
    (folder) => overwrite(`${folder}/postgres/PG_VERSION`, '16\n'),
    /^The data folder .*\/postgres was made by Postgres 16, and this version of Bubblequest runs Postgres 17\. Move the folder away or use the version that made it\.$/,
  ],
  [
    (folder) => overwrite(`${folder}/version`, '999.0.0\n'),
    /^The data folder .* was used by Bubblequest 999\.0\.0, and this is the older .*\. Update Bubblequest and start again; nothing was changed\.$/,
  ],
  [
    (folder) => moveAway(`${folder}/postgres/global/pg_control`, folder),
    /^Postgres did not start: .*pg_control.*\. Nothing was changed; its words are in postgres\.log in the data folder\.$/,
  ],
  [
    async (folder) => {
      const putBack = await moveAway(`${folder}/postgres`, folder)
      await Deno.mkdir(`${folder}/postgres`)
      return async () => {
        await Deno.remove(`${folder}/postgres`)
        await putBack()
      }
    },
    /^The folder .*\/postgres holds no readable database\. Restore it from a backup, or move it away to begin anew; nothing in it was changed\.$/,
  ],
]

story('A broken data folder is named and left as it is; mended, it has everything', async (folder, start) => {
  const assertUnharmed = await used(start)
  for (const [harm, sentence] of faults) {
    const mend = await harm(folder)
    await assertRefused(folder, sentence)
    await mend()
  }
  await assertUnharmed(start())
})

story('Keys of which a part is missing, and the note of each newer version, are refused too', async (folder) => {
  const { publishableKey } = await loadKeys(folder)
  for (const garbage of ['', '{"publishableKe', JSON.stringify({ publishableKey })]) {
    const mend = await overwrite(`${folder}/keys.json`, garbage)
    assert.match(await problemOf(loadKeys(folder)), /^The keys in .*\/keys\.json cannot be read\./)
    await mend()
  }
  await noteVersion(folder)
  const newerPatch = version.replace(/\d+$/, (patch) => String(Number(patch) + 1))
  for (const newer of [newerPatch, version.replace(/\d+\.\d+$/, '10.0')]) {
    const mend = await overwrite(`${folder}/version`, `${newer}\n`)
    const sentence = `The data folder ${folder} was used by Bubblequest ${newer}, and this is the older ${version}. Update Bubblequest and start again; nothing was changed.`
    assert.equal(await problemOf(refuseNewerFolder(folder)), sentence)
    await mend()
  }
})

story(
  'Lost keys are replaced when asked for: passwords hold, everybody signs in again, and PINs are set again',
  async (folder, start) => {
    const before = start()
    const family = await familyOn(await before.address())
    const { id: memberId } = await family.addMember('Mia', { pin: '4711' })
    assert.equal((await before.end('SIGTERM')).code, 0)
    await Deno.remove(`${folder}/keys.json`)

    const after = start({ args: ['--new-keys'] })
    const url = await after.address()
    // The cookies of a session are sealed with a key.
    await family.parent.copy(url).refused('quests', { familyId: family.familyId }, 'not_signed_in')
    const parent = new Device(url)
    await parent.call('login', {}, { email: family.email, password })
    assert.deepEqual(await parent.call('verifyPin', { memberId }, { pin: '4711' }), { verified: false })
    await parent.call('setPin', { memberId }, { pin: '2468' })
    assert.deepEqual(await parent.call('verifyPin', { memberId }, { pin: '2468' }), { verified: true })
    assert.equal((await after.end('SIGTERM')).code, 0)

    const keys = await Deno.readTextFile(`${folder}/keys.json`)
    const again = start({ args: ['--new-keys'] })
    await again.address()
    assert.equal((await again.end('SIGTERM')).code, 0)
    assert.equal(await Deno.readTextFile(`${folder}/keys.json`), keys, 'keys that are there stay')
  },
)

Deno.test('A pid file that the power cut left behind does not matter, whosever number it names by now', async () => {
  const work = async (folder: string, start: (how: object) => Child) => {
    // As the user whose process it is: Postgres ignores processes of other users.
    const how = await asOrdinaryUser(folder)
    const startAsThem = () => start(how)
    const assertUnharmed = await used(startAsThem)
    const sleeper = new Deno.Command('sleep', {
      args: ['600'],
      cwd: '/',
      ...(how.uid === undefined ? {} : { uid: how.uid }),
    }).spawn()
    try {
      for (const pid of [4_194_000, sleeper.pid]) {
        await leavePidFile(folder, pid)
        await assertUnharmed(startAsThem())
      }
      await Deno.writeTextFile(`${folder}/postgres/postmaster.pid`, '')
      // Postgres itself will not decide about an empty one.
      assert.match(await refusedStart({ folder, ...how }), /^Postgres did not start: .*postmaster\.pid.* is empty/)
      await Deno.remove(`${folder}/postgres/postmaster.pid`)
      await assertUnharmed(startAsThem())
    } finally {
      sleeper.kill()
      await sleeper.status
    }
  }
  await inFolder(work, await migratedFolder())
})

story('A Postgres of somebody else that got the number of ours is left in peace', async (folder, start) => {
  const assertUnharmed = await used(start)
  const elsewhere = await migratedFolder()
  const theirs = await startPostgres({ folder: elsewhere })
  try {
    await leavePidFile(folder, await postmasterOf(elsewhere))
    await assertUnharmed(start())
    const sql = theirs.connect('supabase_admin', 1)
    assert.equal((await sql`select 1`).count, 1)
    await sql.end()
  } finally {
    await theirs.stop()
    await Deno.remove(elsewhere, { recursive: true })
  }
})

story(
  'A Postgres that outlived a kill -9 is ended by the next start, unless that is in a container which does not see it',
  async (folder, start) => {
    const assertUnharmed = await used(start)
    const child = start()
    await child.address()
    const orphan = await postmasterOf(folder)
    await child.end('SIGKILL')
    assert.match(await refusedStart({ folder, inContainer: true }), /^A Postgres of another container still runs on /)
    assert.equal(await postmasterOf(folder), orphan)
    assert.ok(processesOf(folder).includes(orphan))
    const again = start()
    await again.address()
    await until(() => !processesOf(folder).includes(orphan))
    await assertUnharmed(again)
  },
)

/** As a machine that lost its power leaves it, with the number given to another process since. */
async function leavePidFile(folder: string, pid: number): Promise<void> {
  const cluster = `${folder}/postgres`
  const { uid, gid } = await Deno.stat(cluster)
  for (const file of [`${cluster}/postmaster.pid`, `${folder}/run/.s.PGSQL.5432.lock`]) {
    await Deno.writeTextFile(file, `${pid}\n${cluster}\n1700000000\n5432\n${folder}/run\n\n  1234567   1\nready   \n`)
    if (uid !== null && gid !== null) await Deno.chown(file, uid, gid)
  }
}
