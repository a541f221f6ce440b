import { isIPv6 } from 'node:net'

/**
 * What one household or one server has of addresses, and what everything that counts by address counts by: an IPv4 address,
 * or the first 64 bits of an IPv6 one, within which its holder has as many as they like.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address)
  return typeof groups === 'string' ? groups : `${joined(groups, 4)}::/64`
}

/** What one customer of a carrier may have: 256 IPv4 addresses, or the first 48 bits of an IPv6 one. */
export function neighbourhoodOf(address: string): string {
  const groups = groupsOf(address)
  return typeof groups === 'string' ? groups.replace(/(?<!\d)\d+$/, '0/24') : `${joined(groups, 3)}::/48`
}

const joined = (groups: readonly number[], n: number) =>
  groups
    .slice(0, n)
    .map(group => group.toString(16))
    .join(':')

/** The eight groups of an IPv6 address. An IPv4 one, also where IPv6 wraps it (RFC 4291, 2.5.5.2), and what is no address are texts. */
function groupsOf(address: string): string | readonly number[] {
  const given = address.replace(/%.*$/, '')
  if (!isIPv6(given)) return address
  const [head = [], tail] = given.split('::').map(part => part.split(':').flatMap(numbersOf))
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => 0) : []
  const groups = [...head, ...zeros, ...(tail ?? [])]
  const [high = 0, low = 0] = groups.slice(6)
  const isWrapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xff_ff
  return isWrapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : groups
}

/** A group, or the two that four decimal numbers make. */
function numbersOf(part: string): readonly number[] {
  if (!part.includes('.')) return part ? [Number.parseInt(part, 16)] : []
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
