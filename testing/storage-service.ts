import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { claimsOf, claimsOn, onlyDeviceOf, twoHouses } from './seats.ts'
import type { Houses, Seat } from './seats.ts'
import { onOwnStack } from './stack.ts'
import type { TestStack } from './stack.ts'
import { createSignatures } from '../embedded/storage/signatures.ts'
import { createTokens } from '../embedded/tokens.ts'
import type { Claims } from '../embedded/tokens.ts'

export type StorageApi = ReturnType<SupabaseClient['storage']['from']>

export type Answer = { status: number; headers: Headers; text: string; bytes: Uint8Array }

type How = { as?: string | undefined; body?: BodyInit; headers?: Record<string, string> }

export type TestStorage = {
  stack: TestStack
  houses: Houses
  /** The bucket `faces` through the official client, seen from a seat. */
  faces(seat: Seat): Promise<StorageApi>
  /** The same for the holder of the secret key. */
  service: StorageApi
  tokenOf(claims: Claims): Promise<string>
  /** A call as an SDK makes it, without the SDK; `as` is a token, a key, or nobody. */
  call(method: string, path: string, how?: How): Promise<Answer>
  /** Reads an object: as Anna, or with the token `as`, or with none. */
  get(path: string, headers?: Record<string, string>, as?: string | null): Promise<Answer>
  /** Asks for an address that takes an upload, as the holder of the secret key. */
  sign(path: string): Promise<Answer>
  /** Sends a small picture, unless told otherwise, to an address that was signed for that path or for another one. */
  put(path: string, how?: { body?: BodyInit; type?: string; signedFor?: string }): Promise<Answer>
}

export const bucketLimit = 100_000

/** A private bucket like that of the product, made by SQL: a family writes below its own id, and members read there. */
async function makeFaces({ sql }: TestStack): Promise<void> {
  await sql`
    insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
    values ('faces', 'faces', ${bucketLimit}, array['image/png', 'image/webp']), ('anything', 'anything', null, null), ('images', 'images', null, array['image/*'])`
  for (const [verb, ids, clause] of [
    ['select', 'my_family_ids', 'using'],
    ['insert', 'managed_family_ids', 'with check'],
    ['update', 'managed_family_ids', 'using'],
    ['delete', 'managed_family_ids', 'using'],
  ] as const) {
    await sql.unsafe(`create policy "faces ${verb}" on storage.objects for ${verb} to authenticated
      ${clause} (bucket_id = 'faces' and (storage.foldername(name))[1] = any(array(select private.${ids}()::text)))`)
  }
}

/** One stack with the bucket `faces` and the two houses for all stories of a file. */
export function onTestStorage(): (sentence: string, run: (server: TestStorage) => Promise<void>) => void {
  const story = onOwnStack()
  let made: Promise<TestStorage> | undefined
  return (sentence, run) => story(sentence, async (stack) => run(await (made ??= openTestStorage(stack))))
}

async function openTestStorage(stack: TestStack): Promise<TestStorage> {
  await makeFaces(stack)
  const houses = await twoHouses(stack.sql)
  const tokens = await createTokens(stack.keys.jwtSecret, stack.keys.signingKeys)
  const tokenOf = (claims: Claims) =>
    tokens.sign({ aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 900, ...claims })
  const { sign } = createSignatures(stack.keys.jwtSecret)
  const serviceToken = await tokenOf({ role: 'service_role' })
  const annasToken = await tokenOf(claimsOn(onlyDeviceOf(houses.berg.parent.userId)))
  async function call(method: string, path: string, { as, body, headers = {} }: How = {}): Promise<Answer> {
    const response = await fetch(`${stack.url}/storage/v1${path}`, {
      method,
      headers: { ...(as === undefined ? {} : { authorization: `Bearer ${as}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await response.bytes()
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  }
  return {
    stack,
    houses,
    tokenOf,
    async faces(seat) {
      const key = stack.keys.publishableKey
      return storageClient(
        stack.url,
        seat === 'bare key' ? { key } : { key, token: await tokenOf(claimsOf(houses, seat)) },
      ).from('faces')
    },
    service: storageClient(stack.url, { key: stack.keys.secretKey }).from('faces'),
    call,
    get: (path, headers = {}, as = annasToken) => call('GET', `/object/${path}`, { as: as ?? undefined, headers }),
    sign: (path) => call('POST', `/object/upload/sign/${path}`, { as: serviceToken }),
    async put(path, { body = patternBytes(10), type = 'image/png', signedFor = decodeURIComponent(path) } = {}) {
      const token = await sign({ url: signedFor, scope: 'upload', upsert: false }, 60)
      return call('PUT', `/object/upload/sign/${path}?token=${token}`, { body, headers: { 'content-type': type } })
    },
  }
}

/** Storage of a stack through the official client: with a key, with a user's token, or as `nobody` with neither. */
export function storageClient(url: string, as: { key: string; token?: string } | 'nobody'): SupabaseClient['storage'] {
  if (as === 'nobody') return createClient(url, 'none', { auth: memoryAlone, global: { fetch: withoutKey } }).storage
  const { key, token } = as
  return createClient(
    url,
    key,
    token === undefined ? { auth: memoryAlone } : { accessToken: () => Promise.resolve(token) },
  ).storage
}

const memoryAlone = { persistSession: false, autoRefreshToken: false }

function withoutKey(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  for (const name of ['apikey', 'authorization']) headers.delete(name)
  return fetch(input, { ...init, headers })
}

/** Bytes that differ from place to place, so that no part can stand for another. */
export function patternBytes(size: number, seed = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8) * 7 + seed) & 255
  return bytes
}

type FileOptions = Parameters<StorageApi['uploadToSignedUrl']>[3]

export const png = { contentType: 'image/png' }

/** Sends a file through the official client, as the app does it: to a signed address, as raw bytes. */
export async function sendFile(
  pictures: StorageApi,
  path: string,
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  options: FileOptions = png,
) {
  const signed = await pictures.createSignedUploadUrl(path)
  return signed.error === null ? await pictures.uploadToSignedUrl(path, signed.data.token, body, options) : signed
}

/** The data of an answer without an error. */
export async function good<T>(answer: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await answer
  assert.equal(error, null)
  return data ?? assert.fail('nothing was answered')
}

/** The code the client reads out of a refusal. */
export async function errorCodeOf(answer: PromiseLike<{ error: { message: string } | null }>): Promise<string> {
  const { error } = await answer
  assert.ok(error !== null, 'it went well')
  return 'code' in error ? String(error.code) : error.message
}

/** Every file of the service below the data folder, by its path there. */
export async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = []
  const walk = async (below: string) => {
    for await (const { name, isDirectory } of Deno.readDir(folder + below)) {
      if (isDirectory) await walk(`${below}/${name}`)
      else found.push(`${below}/${name}`)
    }
  }
  await walk('/storage').catch((error: unknown) => assert.ok(error instanceof Deno.errors.NotFound))
  return found.toSorted()
}
