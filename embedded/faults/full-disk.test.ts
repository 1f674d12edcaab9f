import assert from 'node:assert/strict'
import { samplePictures } from '../../testing/sample-pictures.ts'
import { onDatabase } from '../postgres/on-database.ts'
import { inFolder, refusedStart } from '../../testing/child.ts'
import type { Child } from '../../testing/child.ts'
import { familyOn } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { migratedFolder } from '../../testing/template.ts'
import { until } from '../../testing/until.ts'

const run = async (program: string, ...args: string[]) => {
  const { success, stderr } = await new Deno.Command(program, { args, stdout: 'null' }).output()
  assert.ok(success, new TextDecoder().decode(stderr))
}

const full = 'The disk of the server is full, so nothing was saved.'

/** Fills the disk up to `left` bytes. Returns how to free them again. */
async function fill(disk: string, left = 500_000): Promise<() => Promise<void>> {
  const path = `${disk}/ballast`
  using file = await Deno.open(path, { create: true, write: true })
  for (let size = 1_000_000; size >= 1;) {
    const written = await file.write(new Uint8Array(size)).catch(() => 0)
    if (written < size) size = Math.floor(size / 8)
  }
  await file.truncate((await file.stat()).size - left)
  return () => Deno.remove(path)
}

/** A file of so many bytes with the header of a picture. */
function picture(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  bytes.set(samplePictures['image/webp'])
  return bytes
}

/**
 * Registers a story with an empty data folder, or with one `withDatabase`, on a disk of its own of that size: `20m`.
 * Only root can make one; storage/files.test.ts tests the files on a full disk for every user.
 */
function story(
  name: string,
  size: string,
  work: (disk: string, folder: string, start: () => Child) => Promise<void>,
  { withDatabase = true } = {},
): void {
  const fn = async () => {
    const disk = await Deno.makeTempDir()
    await run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'bubblequest-test', disk)
    try {
      const folder = `${disk}/data`
      if (withDatabase) await run('mv', await migratedFolder(), folder)
      else await Deno.mkdir(folder, { mode: 0o711 })
      await inFolder((_, start) => work(disk, folder, start), folder)
    } finally {
      await run('umount', disk)
      await Deno.remove(disk)
    }
  }
  Deno.test({ name, ignore: Deno.uid() !== 0, fn })
}

story(
  'A first start without room says so, and with room it starts',
  '4k',
  async (disk, folder, start) => {
    // No room for the keys, for the cluster, for our tables.
    for (const size of ['4k', '20m', '39m']) {
      await run('mount', '-o', `remount,size=${size}`, disk)
      assert.match(
        await refusedStart({ folder }),
        /^There is no room left on the disk for .*\. .*start Bubblequest again/,
      )
      assert.ok(
        [...Deno.readDirSync(folder)].every(({ name }) => !name.startsWith('postgres.') || name === 'postgres.log'),
      )
    }
    await run('mount', '-o', 'remount,size=100m', disk)
    const child = start()
    await child.address()
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
  { withDatabase: false },
)

story(
  'While the disk is full what cannot be kept is refused with a sentence; with room again it goes on, and nothing that was answered is lost',
  '110m',
  async (disk, folder, start) => {
    const child = start()
    const family = await familyOn(await child.address())
    const { parent, familyId, memberId } = family
    const send = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { uploadURL } = await parent.call('requestUpload', {})
      return {
        uploadURL,
        ...(await parent.send('PUT', uploadURL, { body: bytes, headers: { 'content-type': 'image/webp' } })),
      }
    }
    const before = await send(picture(200_000))
    assert.equal(before.status, 200)
    await parent.call('setAvatar', { memberId }, { avatarUrl: before.uploadURL })
    const { uploadURL } = await parent.call('requestUpload', {})

    const makeRoom = await fill(disk)
    const refused = await parent.send('PUT', uploadURL, {
      body: picture(3_000_000),
      headers: { 'content-type': 'image/webp' },
    })
    assert.deepEqual([refused.status, JSON.parse(refused.text).message], [500, 'There is no room left on the disk'])
    assert.deepEqual([...Deno.readDirSync(`${folder}/storage/incoming`)], [])

    const quest = {
      icon: '🧹',
      gemValue: 20,
      assigneeIds: [memberId],
      columnId: family.column('To Do').id,
      description: 'x'.repeat(900),
    }
    // Boards grow until Postgres cannot add another page.
    const answered: string[] = []
    let no = await parent.send('GET', '/api/health')
    for (let number = 0; no.status < 400; number++) {
      assert.ok(number < 20_000, 'it never was full')
      no = await parent.ask('addQuest', { familyId }, { body: { ...quest, title: `Quest ${number}` } })
      if (no.status < 400) answered.push(JSON.parse(no.text).id)
    }
    assert.ok(answered.length > 50, `${answered.length} found room`)
    assert.deepEqual(
      [no.status, no.headers.get('retry-after'), JSON.parse(no.text)],
      [503, '60', { code: 'disk_full', message: full }],
    )
    assert.match(child.output, /^database: There is no room left on the disk$/m)
    // Reads still work.
    assert.equal((await parent.call('quests', { familyId })).length, answered.length)
    await makeRoom()
    await until(async () => (await parent.send('GET', '/api/health')).status === 200)
    const kept = new Set((await parent.call('quests', { familyId })).map(({ id }) => String(id)))
    for (const id of answered) assert.ok(kept.has(id), `${id} was answered, and is not there`)
    assert.ok((await parent.send('GET', before.uploadURL)).text.length > 0)
    const { id: questId } = await family.addQuest('With room again')
    await parent.call('moveOrEditQuest', { questId }, { completedDate: dayFromNow(), completingMemberId: memberId })
    assert.equal(await family.balanceOf(memberId), 20)
    assert.equal(
      (await parent.send('PUT', uploadURL, { body: picture(3_000_000), headers: { 'content-type': 'image/webp' } }))
        .status,
      200,
    )
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
)

story(
  'When the journal of Postgres finds no room it ends with a sentence; with room again a start has everything that was answered',
  '140m',
  async (disk, folder, start) => {
    const child = start()
    const family = await familyOn(await child.address())
    const { parent, familyId } = family
    const { id: questId } = await family.addQuest('Written in many words')
    // Less than a new segment of the write-ahead log takes, and more than everything else needs until then.
    const makeRoom = await fill(disk, 12_000_000)
    const wordsOf = (number: number) => `${number} ${'x'.repeat(1900)}`
    let answered = 0
    for (let no = false; !no;) {
      assert.ok(answered < 20_000, 'it never was full')
      // Fills the current segment of the write-ahead log: the next one finds no room.
      if (answered === 100)
        await onDatabase(folder, 'supabase_admin', 1, async (sql) => void (await sql`select pg_switch_wal()`)).catch(
          () => {},
        )
      const answer = await parent
        .ask('moveOrEditQuest', { questId }, { body: { description: wordsOf(answered + 1) } })
        .catch(() => undefined)
      no = answer?.status !== 200
      if (!no) answered++
    }
    assert.ok(answered > 50, `${answered} found room`)
    assert.equal((await child.end()).code, 1)
    assert.match(
      child.output,
      /^Postgres ended by itself, for there is no room left on the disk\. Everything that was saved is safe; make room, and start Bubblequest again\.$/m,
    )
    assert.match(await refusedStart({ folder }), /^Postgres did not start: .*No space left on device/m)
    await makeRoom()

    const again = start()
    const device = parent.copy(await again.address())
    const [quest] = await device.call('quests', { familyId })
    // The change in flight may have been saved too.
    assert.ok(
      [wordsOf(answered), wordsOf(answered + 1)].includes(String(quest?.description)),
      'what was answered is not there',
    )
    await device.call('moveOrEditQuest', { questId }, { description: 'In few words' })
    assert.ok(!Deno.readDirSync(`${folder}/postgres`).some(({ name }) => name.startsWith('core')))
    assert.equal((await again.end('SIGTERM')).code, 0)
  },
)
