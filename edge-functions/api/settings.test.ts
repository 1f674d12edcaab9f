import assert from 'node:assert/strict'
import { newSigningKey } from '../../embedded/tokens.ts'
import { readSettings } from './settings.ts'

const signingKey = await newSigningKey()
const given = {
  SUPABASE_URL: 'https://family.supabase.co/',
  SUPABASE_ANON_KEY: 'anon',
  BUBBLEQUEST_PIN_PEPPER: 'a pepper of at least 32 characters',
  BUBBLEQUEST_SIGNING_KEY: JSON.stringify(signingKey),
}

Deno.test('A function on Supabase needs two secrets beside what it is given there', () => {
  const settings = readSettings({
    ...given,
    SUPABASE_DB_URL: 'postgresql://postgres:secret@db:5432/postgres',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1","other":"x"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
    SOMETHING_ELSE: 'is not ours',
  })
  assert.deepEqual(settings, {
    supabaseUrl: 'https://family.supabase.co',
    publicUrl: 'https://family.supabase.co',
    publishableKey: 'sb_publishable_1',
    secretKey: 'sb_secret_1',
    jwtSecret: undefined,
    liveKey: signingKey,
    proxySecret: undefined,
    pinPepper: 'a pepper of at least 32 characters',
    pinMemoryKib: 19_456,
    rateLimits: true,
    origins: new Set(),
    database: {
      server: { host: 'db', port: 5432, tls: 'where it is offered', ca: undefined },
      user: 'postgres',
      password: 'secret',
      database: 'postgres',
    },
    pooled: false,
  })
})

Deno.test("An older project has its anon key only; a pooler's address and a public one of our own win", () => {
  const settings = readSettings({
    ...given,
    SUPABASE_DB_URL: 'postgresql://postgres@db.example',
    BUBBLEQUEST_DB_URL: 'postgresql://postgres.family@pooler.example:6543',
    BUBBLEQUEST_DB_CA: 'a certificate',
    BUBBLEQUEST_PUBLIC_URL: 'https://live.example/',
    BUBBLEQUEST_ORIGINS: ' https://a.example, ,HTTPS://B.example:443/',
  })
  assert.deepEqual([settings.publishableKey, settings.secretKey], ['anon', undefined])
  assert.deepEqual(settings.database?.server, {
    host: 'pooler.example',
    port: 6543,
    tls: 'always',
    ca: 'a certificate',
  })
  // Without prepared statements.
  assert.deepEqual([settings.pooled, settings.publicUrl], [true, 'https://live.example'])
  assert.deepEqual(settings.origins, new Set(['https://a.example', 'https://b.example']))
  // Browsers reach Supabase under the app's own address.
  assert.equal(readSettings({ ...given, BUBBLEQUEST_PUBLIC_URL: '/' }).publicUrl, '')
})

Deno.test("Supabase on a machine of one's own says its public address and its shared secret itself", () => {
  const compose = {
    ...given,
    SUPABASE_URL: 'http://kong:8000',
    SUPABASE_PUBLIC_URL: 'https://quests.example',
    JWT_SECRET: 'shared',
  }
  const settings = readSettings(compose)
  assert.deepEqual(
    [settings.supabaseUrl, settings.publicUrl, settings.jwtSecret, settings.liveKey],
    ['http://kong:8000', 'https://quests.example', 'shared', signingKey],
  )
  const { BUBBLEQUEST_SIGNING_KEY: _, ...shared } = compose
  assert.equal(readSettings(shared).liveKey, 'shared')
  const own = readSettings({ ...compose, BUBBLEQUEST_PUBLIC_URL: '/', BUBBLEQUEST_JWT_SECRET: 'another' })
  assert.deepEqual([own.publicUrl, own.jwtSecret], ['', 'another'])
  const empty = readSettings({ ...given, SUPABASE_PUBLIC_URL: '', JWT_SECRET: '' })
  assert.deepEqual([empty.publicUrl, empty.jwtSecret], ['https://family.supabase.co', undefined])
})

Deno.test('A signing key is taken as the CLI writes it, and one that cannot sign is refused without a word of it', () => {
  assert.deepEqual(
    readSettings({ ...given, BUBBLEQUEST_SIGNING_KEY: JSON.stringify([signingKey]) }).liveKey,
    signingKey,
  )
  const { d, ...open } = signingKey
  for (const wrong of [
    '',
    '[]',
    'ES256',
    JSON.stringify(open),
    JSON.stringify({ ...signingKey, kid: undefined }),
    JSON.stringify({ kty: 'oct', k: d }),
  ]) {
    assert.throws(
      () => readSettings({ ...given, BUBBLEQUEST_SIGNING_KEY: wrong }),
      ({ message }: Error) => message.startsWith('BUBBLEQUEST_SIGNING_KEY must be') && !message.includes(String(d)),
    )
  }
})

Deno.test('A function does not start half-configured: it names what is missing', () => {
  const without = (name: string) => Object.fromEntries(Object.entries(given).filter(([given]) => given !== name))
  for (const [wrong, named] of [
    [without('SUPABASE_URL'), 'SUPABASE_URL'],
    [{ ...given, SUPABASE_URL: 'family' }, 'SUPABASE_URL'],
    [without('SUPABASE_ANON_KEY'), 'SUPABASE_PUBLISHABLE_KEYS or SUPABASE_ANON_KEY'],
    [without('BUBBLEQUEST_PIN_PEPPER'), 'BUBBLEQUEST_PIN_PEPPER'],
    [{ ...given, BUBBLEQUEST_PIN_PEPPER: 'too short' }, 'BUBBLEQUEST_PIN_PEPPER'],
    [without('BUBBLEQUEST_SIGNING_KEY'), 'BUBBLEQUEST_SIGNING_KEY or BUBBLEQUEST_JWT_SECRET'],
    [{ ...given, BUBBLEQUEST_RATE_LIMITS: 'perhaps' }, 'BUBBLEQUEST_RATE_LIMITS'],
    [{ ...given, SUPABASE_SECRET_KEYS: '{"other":"x"}' }, 'default'],
  ] as const)
    assert.throws(() => readSettings(wrong), new RegExp(named))
})
