import { gzipSync } from 'node:zlib'
import type { UnreadBodies } from './unread-bodies.ts'

/** A smaller response fits into one packet or two uncompressed. */
const fromBytes = 1024
/** Packing takes the one thread 2 ms a megabyte; more than that is the export of a large family, once in years. */
const toBytes = 1_048_576
/** Takes 40 % of the time that the usual level 6 takes, for 2 % more bytes of a board. */
const level = 3

/**
 * Packs JSON for a client that unpacks it: 82 kB of a board become 8, in a sixth of a millisecond. What says
 * `no-transform` stays as it is: a secret packed together with a text that somebody else may choose can be guessed by
 * the length of both (BREACH). A large body counts as unread until the client has it.
 */
export async function compressed(request: Request, response: Response, unread: UnreadBodies): Promise<Response> {
  const { headers } = response
  if (response.body === null || headers.get('content-type') !== 'application/json' || headers.has('content-encoding'))
    return response
  if (headers.get('cache-control')?.includes('no-transform') === true) return response
  headers.append('vary', 'accept-encoding')
  const plain = new Uint8Array(await response.arrayBuffer())
  const isWorthIt = accepts(request, 'gzip') && plain.length >= fromBytes && plain.length <= toBytes
  if (isWorthIt) headers.set('content-encoding', 'gzip')
  return new Response(isWorthIt ? gzipSync(plain, { level }) : unread.bodyOf(plain), {
    status: response.status,
    headers,
  })
}

/** Whether the client unpacks what is packed that way; a weight of 0 is a refusal. */
export function accepts({ headers }: Request, encoding: string): boolean {
  const named = (headers.get('accept-encoding') ?? '').replaceAll(' ', '').split(',')
  return named.some((part) => part.split(';')[0] === encoding && !/;q=0(\.0*)?$/.test(part))
}
