import { plainAddress } from './caller-address.ts'

/** Limits of the network `name` are `times` those of one address. */
export type Network = { name: string; times: number }

/**
 * Returns the networks that limits count an address by, the narrowest first: an IPv4 address by itself, an IPv6 one by
 * its /64, which one house has, and its /48, which holds 65,536 of those and is rented out whole.
 */
export function networksOf(address: string): Network[] {
  const plain = plainAddress(address)
  const groups = groupsOf(plain)
  if (groups === undefined) return [{ name: plain, times: 1 }]
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, times: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, times: 10 },
  ]
}

/** The eight groups of a plain IPv6 address; undefined for any other text. */
function groupsOf(plain: string): string[] | undefined {
  if (!/^[\da-f]*:[\da-f:]*$/.test(plain) || !URL.canParse(`http://[${plain}]`)) return undefined
  const [before = '', after = ''] = plain.split('::')
  const [head, tail] = [before, after].map((part) => part.split(':').filter((group) => group !== ''))
  const given = [...(head ?? []), ...(tail ?? [])]
  return [...(head ?? []), ...Array.from({ length: 8 - given.length }, () => '0'), ...(tail ?? [])]
}
