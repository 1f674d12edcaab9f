import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { Child, inFolder, postmasterOf, refusedStart } from '../../testing/child.ts'
import { Device } from '../../testing/device.ts'
import { migratedFolder } from '../../testing/template.ts'
import { until } from '../../testing/until.ts'
import { exists } from '../file-system.ts'

const linkOf = (folder: string) => Deno.readLink(`${folder}/run`).catch(() => undefined)

for (const [place, name, borrows] of [
  ['a path too long for a socket', 'a-folder-far-down/'.repeat(8).slice(0, -1), true],
  ['a path with a comma', 'Anna, Mia', true],
  ['a path with a space and letters of two bytes', 'Für die Familie', false],
] as const) {
  Deno.test(`a data folder with ${place} starts, again after it was killed`, () =>
    inFolder(async (parent) => {
      const folder = `${parent}/${name}`
      await Deno.chmod(parent, 0o711)
      if (borrows) {
        await Deno.mkdir(dirname(folder), { recursive: true })
        await Deno.rename(await migratedFolder(), folder)
      }
      const killed = new Child({ folder })
      await killed.address()
      const link = await linkOf(folder)
      assert.equal(link !== undefined, borrows)
      await killed.end('SIGKILL')

      const child = new Child({ folder })
      assert.equal((await new Device(await child.address()).call('health', {})).status, 'ok')
      if (link !== undefined)
        await assert.rejects(Deno.stat(link), Deno.errors.NotFound, 'the folder of the killed start is removed')
      const second = await linkOf(folder)
      assert.equal((await child.end('SIGTERM')).code, 0)
      if (second === undefined) return
      await assert.rejects(Deno.stat(second), Deno.errors.NotFound, 'a stop leaves nothing in /tmp')

      const lost = new Child({ folder })
      await lost.address()
      const third = (await linkOf(folder)) ?? ''
      Deno.kill(await postmasterOf(folder), 'SIGKILL')
      assert.equal((await lost.end()).code, 1)
      assert.match(lost.output, /Postgres ended by itself/)
      await until(async () => !(await exists(third)))

      await Deno.remove(`${folder}/postgres/global/pg_control`)
      assert.match(await refusedStart({ folder }), /^Postgres did not start: /)
      assert.equal(await linkOf(folder), undefined, 'nor does a start that fails')
    }))
}
