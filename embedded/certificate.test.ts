import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readCertificate } from './certificate.ts'
import { Problem } from './problem.ts'
import { problemOf } from '../testing/problem.ts'
import { onOneFolder, refusedStart } from '../testing/child.ts'
import { Device, assertRefusal } from '../testing/device.ts'
import { newAddress, password } from '../testing/family.ts'
import { listener } from '../testing/listener.ts'

const story = onOneFolder()

// For house.test, until 2126: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -keyout key.pem -out cert.pem
//   -subj /CN=house.test -addext subjectAltName=DNS:house.test,DNS:localhost,IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE
const [cert, key] = ['cert.pem', 'key.pem'].map((name) =>
  fileURLToPath(new URL(`../testing/certificate/${name}`, import.meta.url)),
) as [string, string]

story(
  'With a certificate the house is served https and live news over wss, and this machine plain http',
  async (_, start) => {
    const child = start({ args: ['--host', '127.0.0.1', '--tls', cert, key] })
    await child.says(/certificate: +(valid until 2126-\S+; a new one is read at the next start)\n/)
    const own = await child.address()
    const port = await child.says(/over https: +https:\/\/localhost:(\d+)\n/)
    // No device that asks for this name comes here.
    await child.says(new RegExp(`does not answer: +https://house\\.test:${port}, a name of the certificate\n`))
    assert.notEqual(port, new URL(own).port)
    const house = `https://localhost:${port}`
    // As a browser that trusts this certificate and no other.
    const client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(cert)] })
    const device = new Device(house, {}, client)
    try {
      assert.equal((await device.call('health', {})).status, 'ok')
      const signedUp = await device.ask(
        'signup',
        {},
        { body: { firstName: 'Anna', lastName: 'Berg', email: newAddress(), password } },
      )
      assert.equal(signedUp.status, 201, signedUp.text)
      const cookies = signedUp.headers.getSetCookie()
      assert.equal(cookies.length, 3)
      for (const cookie of cookies) assert.match(cookie, /; Secure$/)
      // A machine that one day goes back to plain http must still be reached.
      assert.equal(signedUp.headers.get('strict-transport-security'), null)
      assertRefusal(
        await device.ask('login', {}, { headers: { origin: 'https://elsewhere.example' }, body: {} }),
        'wrong_origin',
      )

      const access = await device.call('realtimeAccess', {})
      const tablet = await listener(house, `realtime:${access.topic}`, access, client)
      await tablet.close()

      const mailbox = await fetch(`${own}/mailbox`)
      assert.equal(mailbox.status, 200)
      await mailbox.body?.cancel()
    } finally {
      client.close()
    }
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
)

Deno.test('A certificate that cannot be used is refused with a sentence, and nothing is made', async () => {
  const place = await Deno.makeTempDir()
  const written = async (name: string, text: string | Uint8Array) => {
    await Deno.writeFile(`${place}/${name}`, typeof text === 'string' ? new TextEncoder().encode(text) : text)
    return `${place}/${name}`
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = await written('other.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const locked = await written(
    'locked.pem',
    privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }),
  )
  const notes = await written('notes.txt', 'my notes')
  const missing = `${place}/missing.pem`
  const noCertificate = (file: string) =>
    `There is no certificate in ${file}. It has to be in PEM form, beginning with "-----BEGIN CERTIFICATE-----".`
  const noKey = (file: string) =>
    `There is no private key in ${file} that can be used. It has to be in PEM form and without a passphrase.`
  for (const [certFile, keyFile, sentence] of [
    [missing, key, `The certificate ${missing} cannot be read: there is no such file.`],
    [cert, missing, `The key ${missing} cannot be read: there is no such file.`],
    [place, key, `The certificate ${place} cannot be read: it is a folder.`],
    [notes, key, noCertificate(notes)],
    [key, key, noCertificate(key)],
    [cert, cert, noKey(cert)],
    [cert, locked, noKey(locked)],
  ] as const)
    assert.equal(await problemOf(readCertificate(certFile, keyFile)), sentence)
  const folder = `${place}/data`
  const refused = (...args: string[]) => refusedStart({ folder, args: ['--host', '--tls', ...args] })
  const [ofAnother, ...ofOne] = await Promise.all([refused(cert, other), refused(cert), refused(cert, '--demo')])
  assert.equal(ofAnother, `The key in ${other} does not belong to the certificate in ${cert}.`)
  for (const sentence of ofOne)
    assert.match(sentence, /^--tls needs two files, the certificate and its key\.\n\nUsage: npm start/)
  await assert.rejects(Deno.stat(folder), Deno.errors.NotFound)
  await Deno.remove(place, { recursive: true })
})

Deno.test('A file that this user may not read is named', async () => {
  const { readTextFile } = Deno
  // Root, who may run this, may read everything.
  Deno.readTextFile = (path) => (path === key ? Promise.reject(new Deno.errors.PermissionDenied()) : readTextFile(path))
  try {
    await assert.rejects(
      readCertificate(cert, key),
      new Problem(`The key ${key} cannot be read: this user may not read it.`),
    )
  } finally {
    Deno.readTextFile = readTextFile
  }
})

story('On one address of the machine, it is whole', async (_, start) => {
  const child = start({ args: ['--host', '127.0.0.2'] })
  const own = await child.address()
  const house = await child.says(/in the house: +(http:\S+)\n/)
  assert.equal(house, own.replace('127.0.0.1', '127.0.0.2'))
  for (const url of [own, house]) assert.equal((await new Device(url).call('health', {})).status, 'ok', url)
  assert.equal((await child.end('SIGTERM')).code, 0)
})
