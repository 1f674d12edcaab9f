import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { Device } from '../../testing/device.ts'
import { samplePictures } from '../../testing/sample-pictures.ts'
import { newFamily, password, sendPicture } from '../../testing/family.ts'
import { closeStack, openStack } from '../../testing/stack.ts'
import type { OwnStack } from '../../testing/stack.ts'
import { freePort, runBundle } from '../../testing/uploaded-function.ts'
import { findNode } from '../../tools/programs.mjs'

const options = { sanitizeOps: false, sanitizeResources: false }

/** Builds the function like `npm run build:function`. */
async function bundle(): Promise<string> {
  const folder = await Deno.makeTempDir()
  try {
    const cwd = fileURLToPath(new URL('../../', import.meta.url))
    const { success, stderr } = await new Deno.Command(findNode(), {
      args: ['tools/build-function.mjs', folder],
      cwd,
    }).output()
    assert.ok(success, new TextDecoder().decode(stderr))
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder), ({ name }) => name), ['index.ts'])
    const code = await Deno.readTextFile(`${folder}/index.ts`)
    // 5 MB is the most that Supabase bundles by itself.
    assert.ok(code.length > 100_000 && code.length < 5_000_000, `${code.length} characters`)
    return code
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
}

/**
 * Starts a stack that runs the bundle with the environment of Supabase's Docker compose for functions, plus only the
 * required additions.
 */
async function onBundle(tell: (stack: OwnStack) => Promise<void>): Promise<void> {
  const code = await bundle()
  const stack = await openStack({
    postgresPort: freePort(),
    runFunction({
      SUPABASE_URL = '',
      SUPABASE_DB_URL = '',
      BUBBLEQUEST_PIN_PEPPER = '',
      BUBBLEQUEST_RATE_LIMITS = '',
      ...keys
    }) {
      const keyIn = (name: string) => (JSON.parse(keys[name] ?? '{}') as { default: string }).default
      return runBundle(code, {
        JWT_SECRET: 'a shared secret that this stack does not sign with',
        SUPABASE_URL,
        SUPABASE_PUBLIC_URL: SUPABASE_URL,
        SUPABASE_ANON_KEY: keyIn('SUPABASE_PUBLISHABLE_KEYS'),
        SUPABASE_SERVICE_ROLE_KEY: keyIn('SUPABASE_SECRET_KEYS'),
        SUPABASE_DB_URL,
        VERIFY_JWT: 'false',
        BUBBLEQUEST_PIN_PEPPER,
        BUBBLEQUEST_RATE_LIMITS,
      })
    },
  })
  try {
    await tell(stack)
  } finally {
    await closeStack(stack)
  }
}

Deno.test({
  name: 'The bundled function alone in its folder signs people up and in, checks PINs and shows pictures',
  ...options,
  fn: () =>
    onBundle(async (stack) => {
      const family = await newFamily(stack)
      const { parent, email } = family
      const mia = await family.addMember('Mia', { pin: '2468' })
      const tablet = await family.device()
      assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: '1111' }), { verified: false })
      assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: '2468' }), { verified: true })
      await parent.refused('login', {}, 'invalid_credentials', { email, password: `${password}!` })

      const uploadURL = await sendPicture(parent)
      // The compose sets the address for browsers; without it this would be one inside its network.
      assert.ok(uploadURL.startsWith(`${stack.url}/storage/v1/`), uploadURL)
      const { avatarSeed } = await parent.call('setAvatar', { memberId: mia.id }, { avatarUrl: uploadURL })
      const shown = await tablet.send('GET', avatarSeed)
      assert.deepEqual([shown.status, shown.bytes], [200, samplePictures['image/webp']])
      assert.equal((await parent.call('health', {})).status, 'ok')
    }),
})

Deno.test({
  name: 'Twenty-four PINs in line take less memory than the 150 MB that a self-hosted worker has',
  ...options,
  fn: () =>
    onBundle(async (stack) => {
      const families = [await newFamily(stack), await newFamily(stack, 'Holm')]
      const kids: { parent: Device; memberId: string }[] = []
      for (const { parent, addMember } of families)
        for (let kid = 0; kid < 12; kid++)
          kids.push({ parent, memberId: (await addMember(`Kid ${kid}`, { pin: '2468' })).id })
      // On a busy machine the last in line wait for more than five seconds, and are told to come again.
      const verify = async ({ parent, memberId }: (typeof kids)[number], tries = 5): Promise<boolean> => {
        try {
          return (await parent.call('verifyPin', { memberId }, { pin: '2468' })).verified
        } catch (error) {
          if (tries === 1 || !String(error).includes('"unavailable"')) throw error
          return verify({ parent, memberId }, tries - 1)
        }
      }
      const verdicts = await Promise.all(kids.map((kid) => verify(kid)))
      assert.ok(verdicts.every(Boolean))
      const answer = await fetch(`${stack.url}/api/memory`)
      const bytes = Number(await answer.text())
      assert.ok(bytes > 20_000_000 && bytes < 150_000_000, `${bytes} bytes`)
    }),
})
