/** Limits of the network `name` are `times` those of one address. */
export type Network = { name: string; times: number }

/**
 * Returns the networks that limits count an address by, the narrowest first: an IPv4 address by itself, an IPv6 one by
 * its /64, which one house has, and its /48, which holds 65,536 of those and is rented out whole.
 */
export function networksOf(address: string): Network[] {
  const text = address.trim().replace(/^\[(.*)\](?::\d+)?$|^((?:\d+\.){3}\d+):\d+$/, '$1$2')
  const groups = groupsOf(text.replace(/%.*$/, ''))
  if (groups === undefined) return [{ name: text, times: 1 }]
  const [first, second, third, fourth, ...host] = groups
  // A socket that takes IPv6 too writes an IPv4 address as ::ffff:192.0.2.1.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [
      {
        name: host
          .slice(2)
          .flatMap((group) => [group >> 8, group & 255])
          .join('.'),
        times: 1,
      },
    ]
  const site = [first, second, third].map((group) => group?.toString(16)).join(':')
  return [
    { name: `${site}:${fourth?.toString(16)}::/64`, times: 1 },
    { name: `${site}::/48`, times: 10 },
  ]
}

/** Parses the eight groups of an IPv6 address; undefined for any other text. */
function groupsOf(text: string): number[] | undefined {
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(text) || !URL.canParse(`http://[${text}]`)) return undefined
  // The URL parser writes each address in one way, with zeros left out once at most.
  const [before = '', after] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::')
  const parse = (groups = '') => (groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [parse(before), parse(after)]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}
