import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'
import assert from 'node:assert/strict'
import { exists, namesIn } from '../file-system.ts'
import { startPostgres } from '../postgres/server.ts'
import { filesIn, good, patternBytes, sendFile, storageClient } from '../../testing/storage-service.ts'
import { Device } from '../../testing/device.ts'
import { face, newFamily, password } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { problemOf } from '../../testing/problem.ts'
import { closeStack, onOwnStack, openStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { until } from '../../testing/until.ts'

const story = onOwnStack()
const place = await Deno.makeTempDir()
await Deno.chmod(place, 0o711)
Deno.test.afterAll(() => Deno.remove(place, { recursive: true }))

type Rows = Record<string, string[]>

/** Every row of every table as text, without Postgres' own tables. */
async function rowsOf({ connect }: Pick<TestStack['postgres'], 'connect'>): Promise<Rows> {
  const sql = connect('supabase_admin', 1)
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by 1`
    const rows: Rows = {}
    for (const { name } of tables)
      rows[name] = (await sql.unsafe(`select t::text as row from ${name} t order by 1`)).map(({ row }) => String(row))
    return rows
  } finally {
    await sql.end()
  }
}

async function rowsIn(folder: string): Promise<Rows> {
  const server = await startPostgres({ folder })
  return rowsOf(server).finally(() => server.stop())
}

/** Mia has a PIN, a face, three quests behind her, and bought an ice cream. */
async function lived(stack: TestStack): Promise<SignedUpFamily & { miaId: string; face: string }> {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  await parent.call('editFamily', { familyId }, { rewardMode: 'spend' })
  const { id: miaId } = await family.addMember('Mia', { pin: '4711' })
  for (const title of ['Dishes', 'Plants', 'Umlauts, tabs\t and \\N']) {
    const { id: questId } = await family.addQuest(title, { assigneeIds: [miaId] })
    await parent.call('moveOrEditQuest', { questId }, { completedDate: dayFromNow(), completingMemberId: miaId })
  }
  const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 10 })
  await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId: miaId })
  return { ...family, miaId, face: await face(parent, miaId) }
}

story(
  'A restore brings back every row and every picture that was saved, and on demand all devices go on',
  async (stack) => {
    const { parent, miaId, face: picture, email, familyId } = await lived(stack)
    const before = await rowsOf(stack.postgres)
    const [file, folder] = [`${place}/quiet.tar.gz`, `${place}/restored`]
    const sentence = await backup(stack.folder, file)
    assert.match(
      sentence,
      /^Saved in .*\/quiet\.tar\.gz: the whole database, 1 picture, \d+\.\d MB\.\nIt holds every secret of this installation\. /,
    )
    assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600)
    assert.match(
      await restore(folder, file, { keepDevices: true }),
      new RegExp(`^${folder} is what it was on [^.]*\\. Start`),
    )

    const after = await rowsIn(folder)
    assert.deepEqual(after, before)
    assert.deepEqual(
      [
        before['public.quest_completions']?.length,
        before['public.gem_entries']?.length,
        before['storage.objects']?.length,
      ],
      [3, 4, 1],
    )
    assert.deepEqual(await filesIn(folder), await filesIn(stack.folder))
    for (const path of await filesIn(folder))
      assert.deepEqual(await Deno.readFile(folder + path), await Deno.readFile(stack.folder + path))

    const again = await openStack({ folder })
    try {
      // A signed-in tablet stays signed in, its owner can sign in again, and Mia's PIN still works.
      const tablet = parent.copy(again.url)
      assert.deepEqual(await tablet.call('quests', { familyId }), await parent.call('quests', { familyId }))
      assert.equal((await tablet.send('GET', picture)).status, 200)
      assert.equal((await tablet.call('gems', { memberId: miaId })).balance, 50)
      const anew = new Device(again.url)
      await anew.call('login', {}, { email, password })
      assert.equal((await anew.call('verifyPin', { memberId: miaId }, { pin: '4712' })).verified, false)
      assert.equal((await anew.call('verifyPin', { memberId: miaId }, { pin: '4711' })).verified, true)
      await anew.call('actAs', {}, { memberId: miaId })
      // New rows get new numbers: the sequences were restored too.
      const [columnId = ''] = (await tablet.call('columns', { familyId })).map(({ id }) => id)
      const quest = await tablet.call(
        'addQuest',
        { familyId },
        { title: 'Windows', icon: '🪟', gemValue: 5, assigneeIds: [miaId], columnId },
      )
      await tablet.call(
        'moveOrEditQuest',
        { questId: quest.id },
        { completedDate: dayFromNow(), completingMemberId: miaId },
      )
      assert.equal((await tablet.call('gems', { memberId: miaId })).balance, 55)
    } finally {
      await again.sql.end()
      await again.stop()
    }

    const [stillFile, still] = [`${place}/still.tar.gz`, `${place}/still`]
    await backup(folder, stillFile)
    await restore(still, stillFile, { keepDevices: true })
    assert.deepEqual(await rowsIn(still), await rowsIn(folder), 'it is saved while it stands still too')
  },
)

story(
  'Saved while everybody goes on: what was answered before is there, and rows and pictures fit each other',
  async (stack) => {
    const family = await newFamily(stack, 'Holm')
    const pictures = storageClient(stack.url, { key: stack.keys.secretKey }).from('avatars')
    const answered = { completions: 0, pictures: new Map<string, number>() }
    // So many that a backup without its lock would miss one.
    await Promise.all(
      Array.from({ length: 300 }, (_, number) => good(sendFile(pictures, `kept/${number}`, patternBytes(10, number)))),
    )
    const enough = Promise.withResolvers<void>()
    const over = new AbortController()
    const busy = [
      ...[0, 1].map(async () => {
        while (!over.signal.aborted) {
          const quest = await family.addQuest('Dishes')
          await family.parent.call(
            'moveOrEditQuest',
            { questId: quest.id },
            { completedDate: dayFromNow(), completingMemberId: family.memberId },
          )
          answered.completions++
        }
      }),
      // Most pictures are removed again, so their files go.
      ...[0, 1, 2].map(async (sender) => {
        for (let count = 0; !over.signal.aborted; count++) {
          const name = `${sender}/${count}`
          await good(sendFile(pictures, name, patternBytes(40_000, sender * 1000 + count)))
          if (count % 4 === 0) answered.pictures.set(name, sender * 1000 + count)
          else await good(pictures.remove([name]))
          if (answered.completions > 10 && answered.pictures.size > 10) enough.resolve()
        }
      }),
    ]
    const [file, folder] = [`${place}/busy.tar.gz`, `${place}/was-busy`]
    try {
      await enough.promise
      const before = { completions: answered.completions, pictures: new Map(answered.pictures) }
      await backup(stack.folder, file)
      assert.ok(answered.completions > before.completions, 'nobody was held up')
      over.abort()
      await Promise.all(busy)
      await restore(folder, file, { keepDevices: true })
      const again = await openStack({ folder })
      try {
        const [kept] = await again.sql<
          { completions: number }[]
        >`select count(*)::int as completions from public.quest_completions where member_id = ${family.memberId}`
        assert.ok(kept && kept.completions >= before.completions && kept.completions <= answered.completions)
        const { balance } = await family.parent.copy(again.url).call('gems', { memberId: family.memberId })
        assert.equal(balance, kept.completions * 20)
        const rows = await again.sql<{ version: string }[]>`select version from storage.objects`
        const paths = rows.map(({ version }) => `/storage/${version.slice(0, 2)}/${version.slice(2, 4)}/${version}`)
        assert.deepEqual(await filesIn(folder), paths.toSorted())
        const restored = storageClient(again.url, { key: again.keys.secretKey }).from('avatars')
        for (const [name, seed] of before.pictures) {
          const bytes = await (await good(restored.download(name))).bytes()
          assert.equal(Buffer.compare(bytes, patternBytes(40_000, seed)), 0, name)
        }
      } finally {
        await closeStack(again)
      }
    } finally {
      over.abort()
      await Promise.all(busy)
    }
    assert.ok(!(await namesIn(stack.folder)).includes('backup.links'))
  },
)

story('A restore that was cut short is told at the next start, and done by the next restore', async (stack) => {
  const [file, folder] = [`${place}/again.tar.gz`, `${place}/cut`]
  await backup(stack.folder, file)
  const killed = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', fileURLToPath(new URL('restore.ts', import.meta.url)), file],
    env: { BUBBLEQUEST_DATA: folder, DENO_NO_UPDATE_CHECK: '1' },
    stdout: 'null',
    stderr: 'null',
  }).spawn()
  await until(() => exists(`${folder}/restoring/postgres/postmaster.pid`))
  killed.kill('SIGKILL')
  await killed.status
  assert.match(
    await problemOf(openStack({ folder })),
    /^A restore into .*\/cut was cut short\. Run it once more: npm run restore -- FILE$/,
  )
  await restore(folder, file, { keepDevices: true })
  assert.deepEqual(await namesIn(folder), ['keys.json', 'lock', 'postgres', 'storage', 'version'])
  assert.deepEqual(await rowsIn(folder), await rowsOf(stack.postgres))
})
