import assert from 'node:assert/strict'
import { inFolder } from '../../testing/child.ts'
import type { Child } from '../../testing/child.ts'
import { withLog } from '../../testing/log.ts'
import { migratedFolder } from '../../testing/template.ts'
import {
  errorCodeOf,
  filesIn,
  good,
  onTestStorage,
  patternBytes,
  png,
  sendFile,
  storageClient,
} from '../../testing/storage-service.ts'
import { until } from '../../testing/until.ts'

const story = onTestStorage()

/** An upload that stalls after `size` bytes, until its sender is told to end. */
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
        } else controller.enqueue(patternBytes(size))
        sent = true
      },
    }),
  }
}

story('A sender who goes away in the middle leaves nothing behind', async (server) => {
  const before = await filesIn(server.stack.folder)
  const { body, go } = stalled(30_000)
  const faces = await server.faces('acting parent')
  const path = `${server.houses.berg.familyId}/half.png`
  const sending = sendFile(faces, path, body).catch(() => 'gone')
  await until(async () => (await filesIn(server.stack.folder)).some((file) => file.includes('/incoming/')))
  go()
  await sending
  await until(async () => (await filesIn(server.stack.folder)).length === before.length)
  assert.equal(await errorCodeOf(faces.info(path)), 'NoSuchKey')
  await good(sendFile(faces, path, patternBytes(5)))
})

story(
  'A full disk and a folder that cannot be used are told as such; mended, they work without a new start',
  async (server) => {
    const faces = await server.faces('acting parent')
    const below = server.houses.berg.familyId
    const [known, path] = [`${below}/known.png`, `${below}/full.png`]
    await good(sendFile(faces, known, patternBytes(50)))
    const before = await filesIn(server.stack.folder)
    const refused = async (message: string) => {
      const answer = await sendFile(faces, path, patternBytes(50))
      assert.deepEqual([answer.error?.message, await errorCodeOf(Promise.resolve(answer))], [message, 'InternalError'])
    }
    const { write } = Deno.FsFile.prototype
    Deno.FsFile.prototype.write = () =>
      Promise.reject(Object.assign(new Error('No space left on device (os error 28)'), { code: 'ENOSPC' }))
    const tried = withLog(async (lines) => {
      await refused('There is no room left on the disk')
      assert.deepEqual(lines, ['storage: PUT of an object failed: There is no room left on the disk'])
    })
    await tried.finally(() => void (Deno.FsFile.prototype.write = write))
    assert.deepEqual(await filesIn(server.stack.folder), before, 'what was begun is taken away')
    assert.equal(await errorCodeOf(faces.info(path)), 'NoSuchKey')

    const folder = `${server.stack.folder}/storage`
    await Deno.rename(folder, `${folder}.away`)
    await Deno.writeTextFile(folder, '')
    try {
      await refused('The folder of the stored files cannot be used')
      assert.notEqual((await faces.download(known)).error, null)
    } finally {
      await Deno.remove(folder)
      await Deno.rename(`${folder}.away`, folder)
    }
    assert.deepEqual(await (await good(faces.download(known))).bytes(), patternBytes(50))
    await good(sendFile(faces, path, patternBytes(50)))
  },
)

story('A row whose file is lost reads as missing, and can be removed and sent again', async (server) => {
  const faces = await server.faces('acting parent')
  const path = `${server.houses.berg.familyId}/lost.png`
  await good(sendFile(faces, path, patternBytes(50)))
  const { version } = await good(faces.info(path))
  await Deno.remove(`${server.stack.folder}/storage/${version.slice(0, 2)}/${version.slice(2, 4)}/${version}`)
  assert.equal(await errorCodeOf(faces.download(path)), 'NoSuchKey')
  assert.equal((await good(faces.remove([path]))).length, 1)
  await good(sendFile(faces, path, patternBytes(51)))
  assert.deepEqual(await (await good(faces.download(path))).bytes(), patternBytes(51))
})

story('Only the owner of the machine can open the files', async (server) => {
  const folder = server.stack.folder
  await good(sendFile(server.service, 'mine.png', patternBytes(5)))
  const [file = ''] = await filesIn(folder)
  const [, , first, second] = file.split('/')
  for (const path of ['/storage', `/storage/${first}`, `/storage/${first}/${second}`, '/storage/incoming'])
    assert.equal(((await Deno.stat(folder + path)).mode ?? 0) & 0o777, 0o700, path)
  assert.equal(((await Deno.stat(folder + file)).mode ?? 0) & 0o777, 0o600)
})

story('Sixty uploads at once arrive whole, and of those to one place one alone, with its file', async (server) => {
  const faces = await server.faces('acting parent')
  const below = `${server.houses.berg.familyId}/many`
  const before = await filesIn(server.stack.folder)
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  const pathOf = (number: number) => `${below}/${Math.max(number, 20)}.png`
  const bytesOf = (number: number) => patternBytes(5000 + number, number)
  const tokens = await Promise.all(
    numbers.map(async (number) => (await good(faces.createSignedUploadUrl(pathOf(number)))).token),
  )
  const answers = await Promise.all(
    tokens.map((token, number) => faces.uploadToSignedUrl(pathOf(number), token, bytesOf(number), png)),
  )
  const outcomes = answers.map(({ error }) => (error === null ? 'stored' : error.message))
  const [first = '', ...others] = outcomes.slice(0, 21).toSorted().toReversed()
  assert.deepEqual([first, new Set(others)], ['stored', new Set(['The resource already exists'])])
  for (const number of numbers)
    if (outcomes[number] === 'stored')
      assert.deepEqual(await (await good(faces.download(pathOf(number)))).bytes(), bytesOf(number))
  assert.equal((await filesIn(server.stack.folder)).length, before.length + 40)
})

Deno.test('A kill -9 in the middle of uploads: what was acknowledged is whole, and nothing else remains', async () => {
  const kill = async (folder: string, start: () => Child) => {
    const child = start()
    const picturesOn = async (url: string) => {
      const { secretKey } = JSON.parse(await Deno.readTextFile(`${folder}/keys.json`))
      return storageClient(url, { key: secretKey }).from('avatars')
    }
    const before = await picturesOn(await child.address())
    const sent = new Map<string, number>()
    const acknowledged = new Set<string>()
    const removed = new Set<string>()
    const enough = Promise.withResolvers<void>()
    const half = stalled(100_000)
    const hanging = sendFile(before, 'half.png', half.body).catch(() => {})
    const senders = [0, 1, 2, 3, 4, 5].map(async (sender) => {
      for (let count = 0; ; count++) {
        const name = `${sender}/${count}.png`
        sent.set(name, sender * 1000 + count)
        const answer = await sendFile(before, name, patternBytes(120_000, sender * 1000 + count)).catch(() => undefined)
        if (answer === undefined || answer.error !== null) return
        acknowledged.add(name)
        if (acknowledged.size >= 40) enough.resolve()
        // Some remove every other picture that they have sent.
        if (sender < 3 || count % 2 === 0) continue
        acknowledged.delete(name)
        const removal = await before.remove([name]).catch(() => undefined)
        if (removal === undefined || removal.error !== null) return
        removed.add(name)
      }
    })
    await enough.promise
    await child.end('SIGKILL')
    half.go()
    await Promise.all([...senders, hanging])
    const orphan = crypto.randomUUID()
    await Deno.mkdir(`${folder}/storage/${orphan.slice(0, 2)}/${orphan.slice(2, 4)}`, { recursive: true })
    await Deno.writeTextFile(
      `${folder}/storage/${orphan.slice(0, 2)}/${orphan.slice(2, 4)}/${orphan}`,
      'nobody knows me',
    )
    assert.ok((await filesIn(folder)).some((file) => file.includes('/incoming/')))
    assert.ok(removed.size > 0)

    const again = start()
    const after = await picturesOn(await again.address())
    assert.equal(await errorCodeOf(after.info('half.png')), 'NoSuchKey')
    const versions: string[] = []
    for (const [name, seed] of sent) {
      const { data, error } = await after.info(name)
      // A picture sent or removed without a response may exist or not; if it exists, it is complete.
      if (error === null) {
        assert.ok(!removed.has(name), name)
        versions.push(`/storage/${data.version.slice(0, 2)}/${data.version.slice(2, 4)}/${data.version}`)
        assert.deepEqual(await (await good(after.download(name))).bytes(), patternBytes(120_000, seed), name)
      } else assert.ok(!acknowledged.has(name), name)
    }
    await until(async () => (await filesIn(folder)).length === versions.length)
    assert.deepEqual(await filesIn(folder), versions.toSorted())
    await again.end('SIGTERM')
  }
  await inFolder(kill, await migratedFolder())
})
