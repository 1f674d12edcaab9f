import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { denoOn } from './testing/child.ts'

Deno.test('Whoever was let in before the machine had no file left is answered before the door is shut', async () => {
  const [command = '', ...args] = denoOn(fileURLToPath(new URL('testing/crowded-door.ts', import.meta.url)), 300)
  const { stdout, stderr } = await new Deno.Command(command, { args, stdout: 'piped', stderr: 'piped' }).output()
  assert.equal(new TextDecoder().decode(stdout), 'answered, shut\n', new TextDecoder().decode(stderr))
})
