import assert from 'node:assert/strict'
import { asOrdinaryUser, inFolder, isLocked, processesOf, refusedStart } from '../testing/child.ts'
import { Device } from '../testing/device.ts'
import { exists } from './file-system.ts'
import { migratedFolder } from '../testing/template.ts'
import { onDatabase } from './postgres/on-database.ts'
import { freePort } from '../testing/uploaded-function.ts'

/** With a database that is there already, because to make one takes longer than all else. */
const onMigrated = async (work: Parameters<typeof inFolder>[0]) => inFolder(work, await migratedFolder())

Deno.test('A start says where the app is and where its data are, on the port that was asked for', () =>
  onMigrated(async (folder, start) => {
    const port = freePort()
    const child = start({ env: { PORT: String(port) } })
    const url = await child.address()
    assert.equal(url, `http://127.0.0.1:${port}`)
    assert.ok(child.output.includes(`data:             ${folder}\n`), child.output)
    assert.equal((await new Device(url).call('health', {})).status, 'ok')
    assert.ok((await Deno.stat(`${folder}/postgres`)).isDirectory)
    for (const file of ['keys.json', 'postgres.log'])
      assert.equal(((await Deno.stat(`${folder}/${file}`)).mode ?? 0) & 0o777, 0o600, file)

    assert.equal(
      await refusedStart({ folder }),
      `Bubblequest is already running on ${folder} (process ${child.process.pid}, ${url}). Use that one, stop it first, or choose another folder with BUBBLEQUEST_DATA.`,
    )

    assert.equal((await new Device(url).call('health', {})).status, 'ok')
    assert.equal((await child.end('SIGTERM')).code, 0)
    assert.ok(!(await isLocked(folder)))

    // As older versions left it.
    await Deno.chmod(`${folder}/postgres.log`, 0o644)
    const second = start()
    await second.address()
    assert.equal(((await Deno.stat(`${folder}/postgres.log`)).mode ?? 0) & 0o777, 0o600)
    assert.equal((await second.end('SIGTERM')).code, 0)
  }))

Deno.test('For the house it listens on IPv4 and IPv6, counts each caller by one address, and prints what answers', () =>
  onMigrated(async (_, start) => {
    const child = start({ args: ['--host'] })
    const own = await child.address()
    const printed = [...child.output.matchAll(/in the house: +(\S+)\n/g)].map(([, url = '']) => url)
    const interfaces = Deno.networkInterfaces()
    assert.ok(printed.length > 0 || !interfaces.some(({ address }) => !/^(127\.|::1$|fe80)/.test(address)))
    const has6 = interfaces.some(({ address }) => address === '::1')
    const callers = new Map([
      ...printed.map((url) => [url, new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')] as const),
      [own, '127.0.0.1'],
      ...(has6 ? [[own.replace('127.0.0.1', '[::1]'), '::1'] as const] : []),
    ])
    for (const [url, caller] of callers)
      assert.partialDeepStrictEqual(await new Device(url).call('health', {}), { status: 'ok', caller }, url)
    assert.equal((await child.end('SIGTERM')).code, 0)
  }))

Deno.test('A command line, a setting or a machine that cannot be used gets a sentence, and nothing is made', async () => {
  const folder = `${await Deno.makeTempDir()}/data`
  using taken = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  const { port } = taken.addr
  const cases: [{ args?: string[]; env?: Record<string, string> }, RegExp][] = [
    [{ args: ['--colour'] }, /^There is no option --colour\.\n\nUsage: npm start/],
    [{ env: { PORT: 'three' } }, /^PORT must be a port number from 0 to 65535, not "three"\.$/],
    [{ env: { BUBBLEQUEST_POSTGRES_PORT: '65536' } }, /^BUBBLEQUEST_POSTGRES_PORT must be/],
  ]
  await Promise.all(
    cases.map(async ([how, sentence]) => assert.match(await refusedStart({ folder, ...how }), sentence)),
  )
  assert.ok(!(await exists(folder)))
  await Deno.mkdir(folder, { mode: 0o711 })
  assert.match(
    await refusedStart({ folder, env: { SUPABASE_AUTH_EMAIL_ENABLE_CONFIRMATIONS: 'yes' } }),
    /^SUPABASE_AUTH_EMAIL_ENABLE_CONFIRMATIONS cannot be "yes": /,
  )
  assert.equal(
    await refusedStart({ folder, args: ['--host', '192.0.2.1'] }),
    'This machine has no address 192.0.2.1. Use --host alone to open Bubblequest on all of its addresses.',
  )
  assert.equal(
    await refusedStart({ folder, env: { PORT: String(port) } }),
    `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
  )
  assert.ok(!(await exists(`${folder}/postgres`)))
  assert.ok(!(await isLocked(folder)))
  await Deno.remove(folder.replace(/\/data$/, ''), { recursive: true })
})

const cannotBeUsed = (folder: string, why: string) =>
  `The data folder ${folder} cannot be used: ${why}. Change its rights or choose another folder with BUBBLEQUEST_DATA.`

Deno.test('A data folder that is a file, or in which this user may not write, is left alone', () =>
  inFolder(async (folder) => {
    const file = `${folder}/data`
    await Deno.writeTextFile(file, 'my notes')
    for (const place of [file, `${file}/below`])
      assert.equal(await refusedStart({ folder: place }), cannotBeUsed(place, 'it is a file, not a folder'))
    assert.equal(await Deno.readTextFile(file), 'my notes')
    await Deno.remove(file)
    const how = await asOrdinaryUser(folder)
    await Deno.chmod(folder, 0o555)
    for (const place of [folder, `${folder}/below`])
      assert.equal(await refusedStart({ folder: place, ...how }), cannotBeUsed(place, 'this user may not write there'))
    assert.deepEqual([...Deno.readDirSync(folder)], [])
    await Deno.chmod(folder, 0o755)
  }))

Deno.test({
  name: 'Root leaves the folder of another user as it is, who is told of each file that is not theirs, and its owner starts again',
  ignore: Deno.uid() !== 0,
  fn: () =>
    inFolder(async (folder, start) => {
      const how = await asOrdinaryUser(folder)
      const sentence = new RegExp(
        `^The data folder ${folder} belongs to user ${how.uid}, who could not start any more with what root would make there\\. Run it as that user: sudo -u '#${how.uid}' …; nothing was changed\\.$`,
      )
      assert.match(await refusedStart({ folder }), sentence)
      assert.deepEqual([...Deno.readDirSync(folder)], [], 'nothing is made in an empty one')

      const first = start(how)
      await first.address()
      assert.match(await refusedStart({ folder }), /^Bubblequest is already running on /)
      const asRoot = () => onDatabase(folder, 'supabase_admin', 1, (sql) => sql`select 1`)
      assert.equal((await asRoot()).count, 1, 'root makes backups of what runs')
      assert.equal((await first.end('SIGINT')).code, 0)
      assert.deepEqual(processesOf(folder), [])

      const before = rights(folder)
      assert.match(await refusedStart({ folder }), sentence)
      await assert.rejects(asRoot(), /^Problem: The data folder /)
      assert.deepEqual(rights(folder), before)
      for (const name of ['keys.json', 'version', 'postgres', 'lock', 'postgres.log']) {
        await Deno.chown(`${folder}/${name}`, 0, 0)
        assert.equal(
          await refusedStart({ folder, ...how }),
          `${folder}/${name} belongs to root, and this is user ${how.uid}. Run Bubblequest as the user who owns the folder, or give all of it to this one: sudo chown -R ${how.uid} ${folder}`,
        )
        await Deno.chown(`${folder}/${name}`, how.uid ?? 0, how.uid ?? 0)
      }
      const again = start(how)
      assert.equal((await new Device(await again.address()).call('health', {})).status, 'ok')
      assert.equal((await again.end('SIGTERM')).code, 0)
    }),
})

/** Owner, permissions and modification time of each file below. */
function rights(folder: string): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const { uid, gid, mode, mtime } = Deno.lstatSync(`${folder}/${name}`)
    found[name] = { uid, gid, mode, mtime, ...(isDirectory && { below: rights(`${folder}/${name}`) }) }
  }
  return found
}
