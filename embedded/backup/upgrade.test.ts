import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Device } from '../../testing/device.ts'
import { problemOf } from '../../testing/problem.ts'
import { openStack } from '../../testing/stack.ts'
import { readMigrations, upgrade } from '../postgres/migrator.ts'
import type { Migration } from '../postgres/migrator.ts'
import { startPostgres } from '../postgres/server.ts'
import { restore } from './restore.ts'

// A family of the first version: each later one has to upgrade it.
const backupOf1 = fileURLToPath(new URL('family-1.0.0.tar.gz', import.meta.url))
const anna = { email: 'anna.berg@family.example', password: 'bubbles and gems 100' }
const place = await Deno.makeTempDir()
await Deno.chmod(place, 0o711)
Deno.test.afterAll(() => Deno.remove(place, { recursive: true }))

const migration = (version: string, name: string, script: string): Migration => ({ version, name, script })
const madeUp = migration(
  '29990101000000',
  'made_up',
  `alter table public.quests add column made_up text;
   update public.quests set made_up = 'winter';
   create or replace function private.is_today_somewhere(day date) returns boolean
   language sql stable set search_path = '' return day = current_date;`,
)

async function onPostgres<Done>(
  folder: string,
  work: (sql: ReturnType<typeof connect>) => Promise<Done>,
): Promise<Done> {
  const server = await startPostgres({ folder })
  const sql = connect(server)
  try {
    return await work(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}
const connect = (server: Awaited<ReturnType<typeof startPostgres>>) => server.connect('supabase_admin', 1)

/** How many rows each table has that an upgrade or a restore may lose, and the statements of the migrations. */
const rowsOf = (sql: ReturnType<typeof connect>) => sql`
  select relname as table, (xpath('/row/rows/text()', query_to_xml(format('select count(*) as rows, md5(string_agg(t::text, %L order by t::text)) as digest from %s t', '', c.oid::regclass), true, true, '')))[1]::text::int as rows,
    (xpath('/row/digest/text()', query_to_xml(format('select md5(string_agg(t::text, %L order by t::text)) as digest from %s t', '', c.oid::regclass), true, true, '')))[1]::text as digest
  from pg_class c where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'supabase_migrations') order by 1`

Deno.test('A family of 1.0.0 with everything in it is restored, upgraded and read; older code leaves it alone', async () => {
  const folder = `${place}/upgraded`
  await restore(folder, backupOf1, { keepDevices: true })
  const ours = await readMigrations()
  await onPostgres(folder, async (sql) => {
    const [first] =
      await sql`select version, statements from supabase_migrations.schema_migrations order by version limit 1`
    const [baseline] = ours
    assert.deepEqual(
      [first?.['version'], first?.['statements']],
      [baseline?.version, [baseline?.script]],
      'a migration that was published is never edited',
    )
    await upgrade(sql, ours)
    const texts = await sql`select api_json = private.quest_api_json(q) as same from public.quests q`
    assert.deepEqual(new Set(texts.map(({ same }) => same)), new Set([true]), 'a quest is formatted anew')
    const earned = await sql`
      select display_name as name, month::text, earned::int from public.gem_months m join public.family_members f on f.id = m.member_id order by name, month`
    assert.deepEqual(
      earned.map(({ name, month, earned }) => [name, month, earned]),
      [
        ['Leo', '2026-11-01', 40],
        ['Mia', '2026-11-01', 100],
      ],
      'a month has the sum of what was earned',
    )
    const before = await rowsOf(sql)
    const rows = Object.fromEntries(before.map(({ table, rows }) => [table, rows]))
    assert.partialDeepStrictEqual(rows, {
      ...{ family_members: 3, member_pins: 3, quest_completions: 6, absences: 2, redemptions: 6, gem_debts: 1 },
      ...{ practice_items: 2, devices: 4, device_members: 1, pairing_codes: 1, objects: 1, one_time_tokens: 1 },
    })
    assert.deepEqual(await upgrade(sql, [...ours, madeUp]), [madeUp.version])
    const after = await rowsOf(sql)
    const changed = after
      .filter(({ digest }, index) => digest !== before[index]?.['digest'])
      .map(({ table, rows }) => [table, rows])
    // Each changed quest counts the family's revision, so that no device takes what it knows for all.
    assert.deepEqual(changed, [
      ['families', 1],
      ['quests', 9],
      ['schema_migrations', ours.length + 1],
    ])
    assert.deepEqual([...(await sql`select distinct made_up from public.quests`)], [{ made_up: 'winter' }])
  })
  assert.match(
    await problemOf(openStack({ folder })),
    /^This data folder was used by a newer version of Bubblequest \(migration 29990101000000 is not known here\)/,
  )
})

Deno.test('An upgrade that fails half way names the migration, and the folder is what it was before', async () => {
  const folder = `${place}/failed`
  await restore(folder, backupOf1, { keepDevices: true })
  const ours = await readMigrations()
  const bad = migration(
    '29990102000000',
    'bad',
    "update public.quests set title = 'Gone';\nselect 1 / (count(*) - count(*)) from public.quests",
  )
  await onPostgres(folder, async (sql) => {
    const before = await rowsOf(sql)
    assert.equal(
      await problemOf(upgrade(sql, [...ours, madeUp, bad])),
      'Migration 29990102000000_bad failed: division by zero. The data folder is as it was before this start.',
    )
    assert.deepEqual(await rowsOf(sql), before)
  })
  const stack = await openStack({ folder })
  try {
    const parent = new Device(stack.url)
    await parent.call('login', {}, anna)
    const [membership] = await parent.call('myFamilies', {})
    const { id: familyId, weekStartsOn } = membership?.family ?? assert.fail()
    assert.equal(weekStartsOn, 7)
    const kept = await parent.call('exportFamily', { familyId })
    const idOf = (name: string) => kept.members.find(({ displayName }) => displayName === name)?.id ?? assert.fail(name)
    assert.deepEqual(
      kept.quests.map(({ title, recurring, weekdays, timesPerWeek }) => [title, recurring, weekdays ?? timesPerWeek]),
      [
        ['Fold the laundry', 'once', undefined],
        ['Market', 'once', undefined],
        ['Make the bed', 'daily', undefined],
        ['Water the plants', 'weekly', undefined],
        ['Put the bins out', 'weekly', [1, 4]],
        ['Read', 'weekly', 3],
        ['Build a hut', 'once', undefined],
        ['Return the books', 'once', undefined],
        ['Set the table', 'once', undefined],
      ],
    )
    assert.ok(kept.redemptions.some(({ status }) => status === 'reserved'))
    const balanceOf = async (name: string) => (await parent.call('gems', { memberId: idOf(name) })).balance
    assert.deepEqual([await balanceOf('Mia'), await balanceOf('Leo')], [80, 0])
    for (const [name, pin] of [
      ['Mia', '4711'],
      ['Leo', 'cafe'],
    ] as const)
      assert.equal((await parent.call('verifyPin', { memberId: idOf(name) }, { pin })).verified, true)
    const mia = kept.members.find(({ id }) => id === idOf('Mia'))
    assert.equal((await parent.send('GET', String(mia?.avatarSeed))).status, 200)
  } finally {
    await stack.sql.end()
    await stack.stop()
  }
})

Deno.test('A restore ends what lets somebody in without a password, and keeps it on demand', async () => {
  const lets = (folder: string) =>
    onPostgres(folder, async (sql) => {
      const [counts] = await sql`
        select (select count(*) from auth.sessions)::int as sessions, (select count(*) from auth.refresh_tokens)::int as "refreshTokens",
          (select count(*) from private.devices)::int as devices, (select count(*) from private.pairing_codes)::int as codes,
          (select count(*) from auth.one_time_tokens)::int as links, (select count(*) from auth.mails)::int as mails`
      return counts
    })
  const [ended, kept] = [`${place}/ended`, `${place}/kept`]
  assert.match(
    await restore(ended, backupOf1),
    /^.* is what it was on .* \(UTC\)\. Ended, because somebody may have ended them since: signed-in devices 2, paired devices 2, waiting codes 1, mailed links 1\. With --keep-devices they go on\. Start it with npm start\.$/,
  )
  await restore(kept, backupOf1, { keepDevices: true })
  assert.deepEqual(await lets(ended), { sessions: 0, refreshTokens: 0, devices: 0, codes: 0, links: 0, mails: 0 })
  assert.deepEqual(await lets(kept), { sessions: 2, refreshTokens: 2, devices: 4, codes: 1, links: 1, mails: 1 })
})
