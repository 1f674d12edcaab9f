import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { sessionLimits } from '../../../domain/contract/constants.ts'

const file = new URL('common-passwords.ts', import.meta.url)

Deno.test('The list has the 10,000 commonest passwords that are long enough, as digests', async () => {
  // The commonest first.
  const common = dictionary['passwords-common']
    .filter(({ length }) => length >= sessionLimits.passwordLength)
    .slice(0, 10_000)
  assert.equal(new Set(common).size, 10_000)
  for (const password of ['12345678', 'password', 'iloveyou', 'trustno1']) assert.ok(common.includes(password))
  assert.deepEqual(
    common.filter((password) => password !== password.trim().toLowerCase()),
    [],
  )
  const digests = common.map((password) => createHash('sha256').update(password).digest().subarray(0, 4))
  const list = Buffer.concat(digests.toSorted((one, other) => one.compare(other))).toString('base64')
  const written = `/**
 * The 10,000 commonest passwords of at least 8 characters: the first four bytes of the SHA-256 of each, in lower case.
 * As digests, because many of these words have no place in a family's project. Written by \`npm run generate\`.
 */
export const commonPasswordDigests =
  '${list}'
`
  if (Deno.env.get('UPDATE_DOCS') === '1') await Deno.writeTextFile(file, written)
  assert.equal(await Deno.readTextFile(file), written, 'To write it: npm run generate')
})
