import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'
function listOf(nets: Partial<Readonly<Record<Family, string>>>): BlockList {
  const list = new BlockList()
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const [net = '', bits] of (nets[family]?.split(' ') ?? []).map(each => each.split('/')))
      list.addSubnet(net, Number(bits), family)
  return list
}
const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Of IPv6, what IANA gives out to public hosts (RFC 4291, 2.4). */
const unicast = listOf({ ipv6: '2000::/3' })
/**
 * Of these and of all of IPv4, networks of no public host: those of IANA's special-purpose registries that are not globally reachable (RFC 6890),
 * of documentation, multicast, and ways into IPv4: Teredo is in 2001::/23, 6to4 is 2002::/16, and 192.88.99.0/24 led there.
 */
const special = listOf({
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  ipv6: '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
})

/** May a public host have this address? Otherwise it is in a private network, or of special use. */
export const isPublicAddress = (address: string) =>
  (isIP(address) === 4 || (isIP(address) === 6 && unicast.check(address, 'ipv6'))) &&
  !special.check(address, familyOf(address))

const loopback = listOf({ ipv4: '127.0.0.0/8', ipv6: '::1/128' })

/** Is it the machine this runs on, by the whole name an address of the settings has? `localhost.example` is not. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || (isIP(host) > 0 && loopback.check(host, familyOf(host)))
}
