import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { Child, inFolder, postmasterOf, refusedStart } from '../../testing/child.ts'
import { Device } from '../../testing/device.ts'
import { migratedFolder } from '../../testing/template.ts'
import { until } from '../../testing/until.ts'
import { exists } from '../file-system.ts'

const linkOf = (folder: string) => Deno.readLink(`${folder}/run`).catch(() => undefined)

Deno.test('a data folder with a space and letters of two bytes in its path starts', () =>
  inFolder(async (parent) => {
    const folder = `${parent}/Für die Familie`
    await Deno.chmod(parent, 0o711)
    const child = new Child({ folder })
    assert.equal((await new Device(await child.address()).call('health', {})).status, 'ok')
    assert.equal(await linkOf(folder), undefined)
    assert.equal((await child.end('SIGTERM')).code, 0)
  }))

Deno.test('a path with a comma, or too long for a socket, borrows a folder, which no stop, kill or failed start leaves', () =>
  inFolder(async (parent) => {
    const folder = `${parent}/Anna, Mia`
    await Deno.chmod(parent, 0o711)
    await Deno.rename(await migratedFolder(), folder)
    const killed = new Child({ folder })
    await killed.address()
    const link = (await linkOf(folder)) ?? assert.fail('It has borrowed none')
    await killed.end('SIGKILL')

    const child = new Child({ folder })
    assert.equal((await new Device(await child.address()).call('health', {})).status, 'ok')
    await assert.rejects(Deno.stat(link), Deno.errors.NotFound, 'the folder of the killed start is removed')
    const second = (await linkOf(folder)) ?? ''
    assert.equal((await child.end('SIGTERM')).code, 0)
    await assert.rejects(Deno.stat(second), Deno.errors.NotFound, 'a stop leaves nothing in /tmp')

    const far = `${parent}/${'a-folder-far-down/'.repeat(8).slice(0, -1)}`
    await Deno.mkdir(dirname(far), { recursive: true })
    await Deno.rename(folder, far)
    const lost = new Child({ folder: far })
    await lost.address()
    const third = (await linkOf(far)) ?? assert.fail('It has borrowed none')
    Deno.kill(await postmasterOf(far), 'SIGKILL')
    assert.equal((await lost.end()).code, 1)
    await until(async () => !(await exists(third)))

    await Deno.remove(`${far}/postgres/global/pg_control`)
    assert.match(await refusedStart({ folder: far }), /^Postgres did not start: /)
    assert.equal(await linkOf(far), undefined, 'nor does a start that fails')
  }))
