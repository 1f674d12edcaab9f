import { Buffer } from 'node:buffer'
import assert from 'node:assert/strict'
import { inFolder } from '../testing/child.ts'
import type { Child } from '../testing/child.ts'
import { withLog } from '../testing/log.ts'
import { migratedFolder } from '../testing/template.ts'
import { storageClient } from '../testing/storage-client.ts'
import { bytesOf, filesIn, good, onOneStand, png, refused } from './test-stand.ts'
import { until } from '../testing/until.ts'

const story = onOneStand()

/** An upload whose sender stops in the middle: it sends `size` bytes and then nothing more, until it is told to go. */
function stalled(size: number): { body: ReadableStream<Uint8Array>; go: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = false
  return {
    go: resolve,
    body: new ReadableStream({
      async pull(controller) {
        if (sent) {
          await promise
          controller.error(new Error('The sender is gone'))
        } else controller.enqueue(bytesOf(size))
        sent = true
      },
    }),
  }
}

story('A sender who goes away in the middle leaves nothing behind', async (stand) => {
  const before = await filesIn(stand.stack.folder)
  const { body, go } = stalled(30_000)
  const faces = await stand.faces('acting parent')
  const path = `${stand.houses.berg.familyId}/half.png`
  const sending = faces.upload(path, body, png).catch(() => 'gone')
  await until(async () => (await filesIn(stand.stack.folder)).some((file) => file.includes('/incoming/')))
  go()
  await sending
  await until(async () => (await filesIn(stand.stack.folder)).length === before.length)
  assert.equal((await faces.exists(path)).data, false)
  await good(faces.upload(path, bytesOf(5), png))
})

story('A full disk is told as one, and what was begun is taken away', async (stand) => {
  const faces = await stand.faces('acting parent')
  const path = `${stand.houses.berg.familyId}/full.png`
  const before = await filesIn(stand.stack.folder)
  const { write } = Deno.FsFile.prototype
  Deno.FsFile.prototype.write = () => Promise.reject(Object.assign(new Error('No space left on device (os error 28)'), { code: 'ENOSPC' }))
  const tried = withLog(async (lines) => {
    const answer = await faces.upload(path, bytesOf(50), png)
    assert.deepEqual([answer.error?.message, await refused(Promise.resolve(answer))], ['There is no room left on the disk', 'InternalError'])
    assert.deepEqual(lines, ['storage: POST of an object failed: There is no room left on the disk'])
  })
  await tried.finally(() => void (Deno.FsFile.prototype.write = write))
  assert.deepEqual(await filesIn(stand.stack.folder), before)
  assert.equal((await faces.exists(path)).data, false)
  await good(faces.upload(path, bytesOf(50), png))
})

story('A folder that cannot be used is told as one; mended, it works without a new start', async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = `${stand.stack.folder}/storage`
  const known = `${stand.houses.berg.familyId}/known.png`
  await good(faces.upload(known, bytesOf(50), png))
  await Deno.rename(folder, `${folder}.away`)
  await Deno.writeTextFile(folder, '')
  try {
    const { error } = await faces.upload(`${stand.houses.berg.familyId}/new.png`, bytesOf(50), png)
    assert.equal(error?.message, 'The folder of the stored files cannot be used')
    assert.notEqual((await faces.download(known)).error, null)
  } finally {
    await Deno.remove(folder)
    await Deno.rename(`${folder}.away`, folder)
  }
  assert.deepEqual(await (await good(faces.download(known))).bytes(), bytesOf(50))
  await good(faces.upload(`${stand.houses.berg.familyId}/new.png`, bytesOf(50), png))
})

story('A row whose file is lost reads as missing, and can be replaced and removed', async (stand) => {
  const faces = await stand.faces('acting parent')
  const path = `${stand.houses.berg.familyId}/lost.png`
  await good(faces.upload(path, bytesOf(50), png))
  const lose = async () => {
    const { version } = await good(faces.info(path))
    await Deno.remove(`${stand.stack.folder}/storage/${version.slice(0, 2)}/${version.slice(2, 4)}/${version}`)
  }
  await lose()
  const answer = await stand.call('GET', `/object/faces/${path}`, { headers: { apikey: stand.stack.keys.secretKey } })
  assert.deepEqual([answer.status, (await answer.json()).code], [400, 'NoSuchKey'])
  await good(faces.update(path, bytesOf(51), png))
  assert.deepEqual(await (await good(faces.download(path))).bytes(), bytesOf(51))
  await lose()
  assert.equal((await good(faces.remove([path]))).length, 1)
})

story('Only the owner of the machine can open the files', async (stand) => {
  const folder = stand.stack.folder
  await good(stand.service.upload('mine.png', bytesOf(5), png))
  const [file = ''] = await filesIn(folder)
  const [, , first, second] = file.split('/')
  for (const path of ['/storage', `/storage/${first}`, `/storage/${first}/${second}`, '/storage/incoming'])
    assert.equal(((await Deno.stat(folder + path)).mode ?? 0) & 0o777, 0o700, path)
  assert.equal(((await Deno.stat(folder + file)).mode ?? 0) & 0o777, 0o600)
})

story('Two hundred uploads at once all arrive whole', async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = `${stand.houses.berg.familyId}/many`
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  await Promise.all(numbers.map((number) => good(faces.upload(`${folder}/${number}.png`, bytesOf(5000 + number, number), png))))
  const back = await Promise.all(numbers.map(async (number) => (await good(faces.download(`${folder}/${number}.png`))).bytes()))
  for (const number of numbers) assert.deepEqual(back[number], bytesOf(5000 + number, number))
  const [row] = await stand.stack.sql<{ count: number }[]>`select count(distinct version)::int as count from storage.objects where name like ${`${folder}/%`}`
  assert.equal(row?.count, 200)
})

story('Twenty that take the same place at once leave one whole picture and one file, and readers never miss it', async (stand) => {
  const faces = await stand.faces('acting parent')
  const path = `${stand.houses.berg.familyId}/same.png`
  await good(faces.upload(path, bytesOf(4000, 99), png))
  const before = await filesIn(stand.stack.folder)
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    for (const seed of [0, 20, 40]) await good(faces.upload(path, bytesOf(4000, writer + seed), { ...png, upsert: true }))
  })
  const written = new AbortController()
  const readers = Array.from({ length: 12 }, async () => {
    while (!written.signal.aborted) {
      const bytes = await (await good(faces.download(path))).bytes()
      assert.deepEqual(bytes, bytesOf(4000, bytes[0]))
    }
  })
  await Promise.all([Promise.all(writers).finally(() => written.abort()), ...readers])
  assert.equal((await filesIn(stand.stack.folder)).length, before.length)
  const fresh = Array.from({ length: 20 }, (_, seed) => faces.upload(`${stand.houses.berg.familyId}/race.png`, bytesOf(4000, seed), png))
  const outcomes = (await Promise.all(fresh)).map(({ error }) => (error === null ? 'stored' : error.message))
  assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 1)
  assert.ok(outcomes.every((outcome) => ['stored', 'The resource already exists'].includes(outcome)))
  assert.equal((await filesIn(stand.stack.folder)).length, before.length + 1)
})

Deno.test('A kill -9 in the middle of uploads: what was acknowledged is whole, and nothing else remains', async () => {
  const kill = async (folder: string, start: () => Child) => {
    const child = start()
    const picturesOn = async (url: string) => {
      const { secretKey } = JSON.parse(await Deno.readTextFile(`${folder}/keys.json`))
      return storageClient(url, { key: secretKey }).from('avatars')
    }
    const before = await picturesOn(await child.address())
    const acknowledged = new Map<string, number>()
    const enough = Promise.withResolvers<void>()
    const half = stalled(100_000)
    const hanging = before.upload('half.png', half.body, png).catch(() => {})
    const senders = [0, 1, 2, 3, 4, 5].map(async (sender) => {
      for (let count = 0; ; count++) {
        // Some take new names, some replace what they have sent.
        const name = sender < 3 ? `${sender}/${count}.png` : `${sender}/same.png`
        const seed = sender * 1000 + count
        const sent = await before.upload(name, bytesOf(120_000, seed), { ...png, upsert: true }).catch(() => undefined)
        if (sent === undefined || sent.error !== null) return
        acknowledged.set(name, seed)
        if (acknowledged.size >= 40) enough.resolve()
      }
    })
    await enough.promise
    await child.end('SIGKILL')
    half.go()
    await Promise.all([...senders, hanging])
    const orphan = crypto.randomUUID()
    await Deno.mkdir(`${folder}/storage/${orphan.slice(0, 2)}/${orphan.slice(2, 4)}`, { recursive: true })
    await Deno.writeTextFile(`${folder}/storage/${orphan.slice(0, 2)}/${orphan.slice(2, 4)}/${orphan}`, 'nobody knows me')
    assert.ok((await filesIn(folder)).some((file) => file.includes('/incoming/')))

    const again = start()
    const after = await picturesOn(await again.address())
    for (const [name, seed] of acknowledged) {
      const bytes = await (await good(after.download(name))).bytes()
      // A later one may have taken its place without an answer; it is whole too.
      const isLater = name.endsWith('same.png') && Buffer.compare(bytes, bytesOf(120_000, seed + 1)) === 0
      if (!isLater) assert.deepEqual(bytes, bytesOf(120_000, seed), name)
    }
    assert.equal((await after.exists('half.png')).data, false)
    const versions: string[] = []
    for (const { name: sender } of await good(after.list('', { limit: 1000 }))) {
      for (const { name } of await good(after.list(sender, { limit: 1000 }))) {
        const { version } = await good(after.info(`${sender}/${name}`))
        versions.push(`/storage/${version.slice(0, 2)}/${version.slice(2, 4)}/${version}`)
      }
    }
    await until(async () => (await filesIn(folder)).length === versions.length)
    assert.deepEqual(await filesIn(folder), versions.toSorted())
    await again.end('SIGTERM')
  }
  await inFolder(kill, await migratedFolder())
})
