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
import { startPostgres } from './postgres/server.ts'
import { migratedFolder } from '../testing/template.ts'
import { until } from '../testing/until.ts'
import { version } from './version.ts'

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

story('A broken data folder is named and left as it is; mended, it has everything', async (folder, start) => {
  const assertUnharmed = await used(start)
  const cluster = `${folder}/postgres`

  const keys = await Deno.readTextFile(`${folder}/keys.json`)
  for (const garbage of ['', '{', keys.slice(0, 200), '{"publishableKey":"sb_publishable_1"}']) {
    await Deno.writeTextFile(`${folder}/keys.json`, garbage)
    await assertRefused(
      folder,
      /^The keys in .*\/keys\.json cannot be read\. Restore that file from a backup; without it nobody can sign in\.$/,
    )
  }
  await Deno.writeTextFile(`${folder}/keys.json`, keys)

  await Deno.writeTextFile(`${cluster}/PG_VERSION`, '16\n')
  await assertRefused(
    folder,
    /^The data folder .*\/postgres was made by Postgres 16, and this version of Bubblequest runs Postgres 17\. Move the folder away or use the version that made it\.$/,
  )
  await Deno.writeTextFile(`${cluster}/PG_VERSION`, '17\n')

  const noted = await Deno.readTextFile(`${folder}/version`)
  assert.equal(noted, `${version}\n`)
  for (const newer of [
    '999.0.0',
    version.replace(/\d+$/, (patch) => String(Number(patch) + 1)),
    version.replace(/\d+\.\d+$/, '10.0'),
  ]) {
    await Deno.writeTextFile(`${folder}/version`, `${newer}\n`)
    const sentence = `The data folder ${folder} was used by Bubblequest ${newer}, and this is the older ${version}. Update Bubblequest and start again; nothing was changed.`
    await assertRefused(folder, new RegExp(`^${RegExp.escape(sentence)}$`))
  }
  await Deno.writeTextFile(`${folder}/version`, noted)

  await Deno.rename(`${cluster}/global/pg_control`, `${folder}/pg_control`)
  await assertRefused(
    folder,
    /^Postgres did not start: .*pg_control.*\. Nothing was changed; its words are in postgres\.log in the data folder\.$/,
  )
  await Deno.rename(`${folder}/pg_control`, `${cluster}/global/pg_control`)

  await Deno.rename(cluster, `${folder}/kept`)
  await Deno.mkdir(cluster)
  await assertRefused(
    folder,
    /^The folder .*\/postgres holds no readable database\. Restore it from a backup, or move it away to begin anew; nothing in it was changed\.$/,
  )
  await Deno.remove(cluster)
  await Deno.rename(`${folder}/kept`, cluster)

  await assertUnharmed(start())
})

story(
  'A database without its keys is refused and left as it is; with them again everybody goes on',
  async (folder, start) => {
    const assertUnharmed = await used(start)
    await Deno.rename(`${folder}/keys.json`, `${folder}/kept`)
    // A refused start makes no files that the next one would take for the lost ones.
    for (let times = 0; times < 2; times++) {
      await assertRefused(
        folder,
        /^The keys of this installation are missing: there is a database in .*, and no keys\.json beside it\. Restore that file from a backup: tar xzf BACKUP\.tar\.gz keys\.json\. Only when there is none: npm start -- --new-keys makes new ones; then everybody has to sign in again, and every PIN has to be set again\.$/,
      )
    }
    await Deno.rename(`${folder}/kept`, `${folder}/keys.json`)
    await assertUnharmed(start())
  },
)

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

Deno.test('A pid file that the power cut left behind does not matter, whosever number it names by now', () =>
  inFolder(async (folder, start) => {
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
  }))

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

Deno.test('A first start that was cut short is begun anew', () =>
  inFolder(async (folder, start) => {
    await Deno.mkdir(`${folder}/postgres.new/base`, { recursive: true })
    await Deno.writeTextFile(`${folder}/postgres.new/PG_VERSION`, '17\n')
    await Deno.writeTextFile(`${folder}/keys.json.new`, '{"publi')
    const assertUnharmed = await used(start)
    await assertUnharmed(start())
    assert.ok(!('/postgres.new' in contents(folder)))
  }))

/** As a machine that lost its power leaves it, with the number given to another process since. */
async function leavePidFile(folder: string, pid: number): Promise<void> {
  const cluster = `${folder}/postgres`
  const { uid, gid } = await Deno.stat(cluster)
  for (const file of [`${cluster}/postmaster.pid`, `${folder}/run/.s.PGSQL.5432.lock`]) {
    await Deno.writeTextFile(file, `${pid}\n${cluster}\n1700000000\n5432\n${folder}/run\n\n  1234567   1\nready   \n`)
    if (uid !== null && gid !== null) await Deno.chown(file, uid, gid)
  }
}
