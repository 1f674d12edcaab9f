import assert from 'node:assert/strict'
import { readDatabaseAddress } from './address.ts'

const serverOf = (address: string) => readDatabaseAddress(address, undefined).server
const tlsOf = (address: string) => serverOf(address).tls

Deno.test('There is TLS to every host but this machine; what has no dot may do without', () => {
  for (const host of ['db.example.com', 'aws-0-eu-central-1.pooler.supabase.com', '10.0.0.7', '[2001:db8::1]']) {
    assert.equal(tlsOf(`postgresql://postgres@${host}:6543/postgres`), 'always', host)
  }
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    assert.equal(tlsOf(`postgresql://postgres@${host}`), 'never', host)
  for (const host of ['db', 'supabase_db_bubblequest'])
    assert.equal(tlsOf(`postgres://postgres@${host}`), 'where it is offered', host)
})

Deno.test('An address may say otherwise', () => {
  for (const [mode, tls] of [
    ['disable', 'never'],
    ['prefer', 'where it is offered'],
    ['require', 'always'],
    ['verify-full', 'always'],
  ]) {
    for (const host of ['localhost', 'db', 'db.example.com'])
      assert.equal(tlsOf(`postgresql://postgres@${host}/postgres?sslmode=${mode}`), tls)
  }
  assert.throws(() => tlsOf('postgresql://postgres@db/postgres?sslmode=perhaps'), /sslmode perhaps/)
})

Deno.test('User, password and database are read as they were meant', () => {
  const password = 'p@ss/w?rd%1:#'
  assert.deepEqual(
    readDatabaseAddress(
      `postgresql://postgres.family:${encodeURIComponent(password)}@[::1]:6543/a%20b?pgbouncer=true`,
      'ca',
    ),
    {
      server: { host: '::1', port: 6543, tls: 'never', ca: 'ca' },
      user: 'postgres.family',
      password,
      database: 'a b',
    },
  )
  assert.deepEqual(readDatabaseAddress('postgresql://postgres@db', undefined), {
    server: { host: 'db', port: 5432, tls: 'where it is offered', ca: undefined },
    user: 'postgres',
    password: '',
    database: 'postgres',
  })
})

Deno.test('A malformed address is refused with a sentence that omits the password', () => {
  for (const [address, sentence] of [
    ['postgresql://postgres:sec/ret@db:5432/postgres', /percent-encoded/],
    ['postgresql://postgres:sec%ret@db/postgres', /write it as %25/],
    ['mysql://root:secret@db/postgres', /begin with postgresql/],
    ['secret', /cannot be read/],
  ] as const) {
    assert.throws(
      () => readDatabaseAddress(address, undefined),
      ({ message }: Error) => sentence.test(message) && !/sec/.test(message),
    )
  }
})
