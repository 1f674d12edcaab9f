import assert from 'node:assert/strict'
import { hash } from 'bcryptjs'
import { pinMemoryKib } from '../edge-functions/api/pins/hashing.ts'
import { backup } from './backup/backup.ts'
import { archiveOf, descriptionOf, digests, keptVersions, Release } from './releases/releases.ts'
import { restore } from './backup/restore.ts'
import { migrate, readMigrations } from './postgres/migrator.ts'
import { ask, today } from './testing/commands.ts'
import { closeDatabase, onFolder, openDatabase } from './testing/database.ts'
import { Device } from './testing/device.ts'
import { password } from './testing/family.ts'
import { household } from './testing/seats.ts'
import type { Household } from './testing/seats.ts'
import { closeStack, openStack } from './testing/stack.ts'
import { migrationsFolder } from './testing/template.ts'
import type { Sql } from './testing/seats.ts'
import { version as ours } from './version.ts'

// All up to here was published together; each one since is a version of its own, of which some are tried, the first and the latest among them.
const first = '20261121100100'
// From here on the column of ideas is made for someday.
const someday = '20261125120000'

/** What a family of that time leaves behind: a board, a completion that was paid, a reward that was asked for, a login. */
async function live(sql: Sql, { familyId, parent, questId }: Household, email: string): Promise<void> {
  await sql`
    update auth.users set email = ${email}, encrypted_password = ${await hash(password, 4)}, email_confirmed_at = now(), aud = 'authenticated', role = 'authenticated'
    where id = ${parent.userId}`
  await ask(sql, parent.userId, 'complete_quest', { questId, completedDate: today(), completingMemberId: parent.memberId })
  await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode: 'ask' })
  const { id: rewardId } = await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Ice cream', icon: '🍦', gemCost: 5 })
  await ask(sql, parent.userId, 'redeem_reward', { rewardId: String(rewardId), redemptionId: crypto.randomUUID(), memberId: parent.memberId })
}

type Rows = Map<string, Record<string, unknown>[]>

/** Every row of ours and of sign-in, oldest way of naming things; but for when to tidy, which a start moves on. */
async function rowsOf(sql: Sql): Promise<Rows> {
  const tables = await sql<{ name: string; key: string }[]>`
    select format('%I.%I', nspname, relname) as name,
      (select string_agg(quote_ident(attname), ', ') from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indrelid = c.oid and indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname in ('public', 'private', 'auth') and c.oid is distinct from to_regclass('private.tidying') order by 1`
  const rows: Rows = new Map()
  for (const { name, key } of tables) {
    const found = await sql.unsafe<{ row: Record<string, unknown> }[]>(`select to_jsonb(t) as row from ${name} t order by ${key}`)
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}

/** Each row is there with every value it had; later versions may have given it more of them. */
function assertKept(before: Rows, after: Rows): void {
  for (const [table, rows] of before) {
    const now = after.get(table) ?? assert.fail(`${table} is gone`)
    assert.equal(now.length, rows.length, table)
    // What the API answers is made from the rest, and says more in later versions.
    for (const [at, { answer: _, ...row }] of rows.entries()) assert.deepEqual({ ...now[at], ...row }, now[at], table)
  }
}

Deno.test({
  name: 'A folder of an earlier version, the first one included, starts with its rows, and its family goes on',
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const migrations = await readMigrations(migrationsFolder)
    const since = migrations.map(({ version }) => version).filter((version) => version >= first)
    assert.equal(since[0], first)
    const published = since.filter((_, at) => at % 5 === 0 || at >= since.length - 2)
    // One folder goes from version to version, as a household's does; a copy of each is started with today's code.
    let database = await openDatabase()
    const { folder } = database
    for (const [number, version] of published.entries()) {
      const email = `anna${number}@family.example`
      const applied = await migrate(
        database.sql,
        migrations.filter((migration) => migration.version <= version),
      )
      assert.equal(applied.at(-1), version)
      const family = await household(database.sql, 'Anna', 'Berg')
      await live(database.sql, family, email)
      const title = ['Ideas', 'Ideen', 'Plans'][number % 3] ?? ''
      await database.sql`update public.quest_columns set title = ${title} where family_id = ${family.familyId} and position = 0`
      await database.sql`insert into public.quest_columns (family_id, title, emoji, position) values (${family.familyId}, 'Ideas', '🎁', 1)`
      const before = await rowsOf(database.admin)
      assert.deepEqual([before.get('public.quests')?.length, before.get('public.gem_entries')?.length], [number + 1, 2 * (number + 1)])
      await Promise.all([database.sql.end(), database.admin.end()])
      await database.server.stop()

      const copy = await Deno.makeTempDir()
      await Deno.chmod(copy, 0o711)
      if (number === 0) {
        // As it goes when the machine was lost, and the new one has a newer version.
        await backup(folder, `${folder}/old.tar.gz`)
        await restore(copy, `${folder}/old.tar.gz`)
      } else assert.ok((await new Deno.Command('cp', { args: ['-a', `${folder}/postgres`, `${folder}/keys.json`, copy] }).output()).success)
      const stack = await openStack({ folder: copy })
      try {
        assertKept(before, await rowsOf(stack.postgres.connect('supabase_admin', 1)))
        const rows = await stack.sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by version`
        assert.deepEqual(
          rows.map((row) => row.version),
          migrations.map((migration) => migration.version),
        )
        const anna = new Device(stack.url)
        await anna.call('login', {}, { email, password })
        const { familyId, questId, parent } = family
        assert.deepEqual(
          (await anna.call('quests', { familyId })).map(({ id, finishedAt, finishedBy }) => [id, finishedAt !== null, finishedBy]),
          [[questId, true, parent.memberId]],
        )
        // Ideas that are still called so are for someday, in each language; what a family named itself is as it was.
        const marks = (await anna.call('columns', { familyId })).map(({ title, emoji, isSomeday }) => `${emoji} ${title} ${isSomeday}`)
        const isMarked = title.startsWith('Ide') || version >= someday
        assert.deepEqual(marks, [`💡 ${title} ${isMarked}`, '🎁 Ideas false', '📋 To Do false', '🚀 In Progress false', '✅ Done false'])
        assert.equal((await anna.call('gems', { memberId: parent.memberId })).balance, 15)
        const [redemption] = await anna.call('redemptions', { familyId })
        assert.equal(redemption?.status, 'reserved')
        const taken = await anna.call('exportFamily', { familyId })
        assert.deepEqual([taken.completions.length, taken.gemEntries.length, taken.rewards.length], [1, 2, 1])
        const { id } = await anna.call(
          'addQuest',
          { familyId },
          { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds: [parent.memberId], columnId: family.columnId },
        )
        await anna.call('moveOrEditQuest', { questId: id }, { completedDate: today(), completingMemberId: parent.memberId })
        assert.equal((await anna.call('gems', { memberId: parent.memberId })).balance, 20)
      } finally {
        await closeStack(stack)
      }
      database = await onFolder(folder)
    }
    await closeDatabase(database)
  },
})

Deno.test({
  name: 'Who is connected while the database goes from version to version goes on',
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const migrations = await readMigrations(migrationsFolder)
    const database = await openDatabase()
    // A function's connection, or a pooler's, that lives on: it remembers what it has run.
    const connected = database.server.connect('postgres', 1)
    for (const { version } of migrations.filter((migration) => migration.version >= first)) {
      await migrate(
        database.sql,
        migrations.filter((migration) => migration.version <= version),
      )
      const family = await household(database.sql, 'Anna', 'Berg')
      const { familyId, parent, columnId, questId } = family
      await live(connected, family, `anna${version}@family.example`)
      const planned = { familyId, columnId, title: 'Plants', description: '', icon: '🌱', gemValue: 5, assigneeIds: [parent.memberId], recurring: 'daily' }
      const { id } = await ask(connected, parent.userId, 'add_quest', planned)
      const done = { questId: String(id), memberId: parent.memberId, completedDate: today() }
      await ask(connected, parent.userId, 'edit_quest', { ...done, completingMemberId: parent.memberId })
      await ask(connected, parent.userId, 'undo_completion', done)
      await ask(connected, parent.userId, 'edit_quest', { questId, columnId })
      await ask(connected, parent.userId, 'delete_quest', { questId: String(id) })
      await ask(connected, parent.userId, 'edit_family', { familyId, name: 'The Bergs' })
      assert.equal(Object.values(await ask(connected, parent.userId, 'list_quests', { familyId })).length, 1, version)
      assert.equal((await ask(connected, parent.userId, 'gems', { memberId: parent.memberId }))['balance'], 0, version)
    }
    await connected.end()
    await closeDatabase(database)
  },
})

const releases = await keptVersions()

Deno.test('A folder of this version is kept: npm run keep-release makes it', () => assert.ok(releases.includes(ours), ours))

// What goes with age is not among them: the kept folders become older.
const lasting = ['public.families', 'public.family_members', 'public.quest_columns', 'public.quests', 'public.rewards', 'public.gem_entries', 'auth.users']

for (const version of releases) {
  const readRelease = async () => Release.parse(JSON.parse(await Deno.readTextFile(descriptionOf(version))))

  // A restore makes the database from these files again: only when they are the same is it the one of that version.
  Deno.test(`What the database of ${version} was made from is unchanged`, async () => {
    const [{ files }, today] = [await readRelease(), await digests()]
    const changed = Object.keys(files).filter((file) => files[file] !== today[file])
    assert.deepEqual(changed, [], 'what is published is changed by a new migration or a new schema only')
  })

  Deno.test({
    name: `A folder of ${version} starts with its rows, its picture and its PIN, and its family goes on`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const { email, password, kidId, pin } = await readRelease()
      const folder = await Deno.makeTempDir()
      await Deno.chmod(folder, 0o711)
      await restore(folder, archiveOf(version))
      const database = await onFolder(folder)
      const all = await rowsOf(database.admin)
      await Promise.all([database.sql.end(), database.admin.end()])
      await database.server.stop()
      assert.equal(await Deno.readTextFile(`${folder}/version`), `${version}\n`)

      // PINs are hashed as the product hashes them.
      const stack = await openStack({ folder, pinMemoryKib })
      try {
        const before: Rows = new Map(lasting.map((table) => [table, all.get(table) ?? []]))
        assert.ok(before.get('public.gem_entries')?.length)
        assertKept(before, await rowsOf(stack.postgres.connect('supabase_admin', 1)))
        assert.equal(await Deno.readTextFile(`${folder}/version`), `${ours}\n`)
        const parent = new Device(stack.url)
        await parent.call('login', {}, { email, password })
        const [own] = await parent.call('myFamilies', {})
        const familyId = own?.family.id ?? ''
        const kid = (await parent.call('members', { familyId })).find(({ id }) => id === kidId)
        assert.equal((await parent.send('GET', kid?.avatarSeed ?? '')).headers.get('content-type'), 'image/webp')
        assert.deepEqual(await parent.call('verifyPin', { memberId: kidId }, { pin }), { verified: true })
        await parent.call('login', {}, { email, password })
        const [column] = await parent.call('columns', { familyId })
        const { balance } = await parent.call('gems', { memberId: kidId })
        const quest = { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds: [kidId], columnId: column?.id }
        const { id: questId } = await parent.call('addQuest', { familyId }, quest)
        await parent.call('moveOrEditQuest', { questId }, { completedDate: today(), completingMemberId: kidId })
        assert.equal((await parent.call('gems', { memberId: kidId })).balance, balance + 5)
      } finally {
        await closeStack(stack)
      }
    },
  })
}
