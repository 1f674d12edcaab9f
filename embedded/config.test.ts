import assert from 'node:assert/strict'
import { readConfig } from './config.ts'
import { Problem } from './problem.ts'

const configFile = new URL('../supabase/config.toml', import.meta.url)
const read = (environment: Record<string, string>) => readConfig(configFile, 'http://127.0.0.1:4321', environment)

Deno.test('The environment overrides a setting of Auth by the name that the Supabase CLI has for it', async () => {
  const plain = (await read({ SUPABASE_AUTH_EMAIL_ENABLE_CONFIRMATIONS: '' })).auth
  assert.deepEqual(
    [plain.autoconfirm, plain.maxFrequency, plain.otpExpiry, plain.siteUrl],
    [true, 1, 3600, 'http://localhost:4321'],
  )
  const { auth } = await read({
    SUPABASE_AUTH_EMAIL_ENABLE_CONFIRMATIONS: 'true',
    SUPABASE_AUTH_EMAIL_MAX_FREQUENCY: '60s',
    SUPABASE_AUTH_EMAIL_OTP_EXPIRY: '600',
    SUPABASE_AUTH_SITE_URL: 'https://quests.example/',
  })
  assert.deepEqual(
    [auth.autoconfirm, auth.maxFrequency, auth.otpExpiry, auth.siteUrl],
    [false, 60, 600, 'https://quests.example'],
  )
  assert.equal(auth.issuer, 'http://127.0.0.1:4321/auth/v1')
})

Deno.test('A setting that cannot be read is refused by its name', async () => {
  for (const [setting, value] of [
    ['EMAIL_ENABLE_CONFIRMATIONS', 'yes'],
    ['EMAIL_MAX_FREQUENCY', 'often'],
    ['EMAIL_OTP_EXPIRY', '1h'],
    ['SITE_URL', 'quests.example'],
    ['ADDITIONAL_REDIRECT_URLS', 'https://quests.example'],
  ] as const) {
    const name = `SUPABASE_AUTH_${setting}`
    const named = (error: unknown) =>
      error instanceof Problem && error.message.startsWith(`${name} cannot be "${value}": `)
    await assert.rejects(read({ [name]: value }), named)
  }
})
