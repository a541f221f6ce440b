import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether the neighbour at this address, so many hops away (0 is who connected), is believed about who came before it. */
export type Trust = (address: string, hop: number) => boolean

/** Networks that have a name: RFC 1122, RFC 1918, RFC 3927, RFC 4193, RFC 4291. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const mostHops = 9

/**
 * Reads '0', a number of hops, or addresses, networks and their names with commas between; null when it is none of these.
 * One hop believes the proxy that connected and nobody before it: what a caller wrote in X-Forwarded-For stays unread.
 */
export function readTrust(setting: string): Trust | null {
  const given = setting.trim().toLowerCase()
  if (given === 'false') return () => false
  if (/^\d+$/.test(given)) {
    const hops = Number(given)
    return hops > mostHops ? null : (_address, hop) => hop < hops
  }
  const list = new BlockList()
  for (const part of given.split(',').flatMap(each => namedNetworks[each.trim()] ?? [each.trim()]))
    if (!add(list, part)) return null
  return address => isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function add(list: BlockList, part: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
  const kind = isIP(address)
  const whole = kind === 6 ? 128 : 32
  const length = bits === undefined ? whole : Number(bits)
  if (!kind || length > whole) return false
  list.addSubnet(address, length, kind === 6 ? 'ipv6' : 'ipv4')
  return true
}
