/**
 * Returns a caller's address in its one spelling, in which it is compared and counted: without brackets, port and zone,
 * IPv6 shortened, and an IPv4 address that a socket for both maps to IPv6 as IPv4. Any other text stays.
 */
export function plainAddress(written: string): string {
  const bare = written
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
  const url = `http://[${bare}]`
  if (!/^[\da-f.]*:[\da-f:.]*$/i.test(bare) || !URL.canParse(url)) return bare
  const short = new URL(url).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.')
}
