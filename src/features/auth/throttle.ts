/** Failures are forgotten this long after the last one. */
export const memorySeconds = 3_600
const longestWait = 60

/** What failures are counted on, and how many are free. */
export interface Limit {
  readonly key: string
  readonly free: number
  /** Strangers anywhere can spend it: beyond it nobody is told to wait, and attempts are heard one at a time. */
  readonly strains?: true
  /** How many are free while another limit is strained; as many as ever unless told. */
  readonly freeWhenStrained?: number
}

/** Seconds to wait after so many failures: none while they are free, then 1, 2, 4… and never more than a minute. */
export const waitAfter = (failures: number, free: number) =>
  failures <= free ? 0 : Math.min(longestWait, 2 ** Math.min(failures - free - 1, 10))

const groups = (part: string | undefined) => (part ? part.split(':') : [])

/** Where a request comes from, as far as one household goes: an IPv4 address, or the first half of an IPv6 one. */
export function addressOf(ip: string): string {
  const four = fourOf(ip)
  return four ?? `${partsOf(ip, 4)}::/64`
}

/** Its neighbourhood, as one customer of a carrier may hold it: 256 IPv4 addresses, or the first three parts of an IPv6 one. */
export function networkOf(ip: string): string {
  const four = fourOf(ip)
  return four === null ? `${partsOf(ip, 3)}::/48` : four.replace(/\d+$/, '0/24')
}

/** The IPv4 address, or whatever is not an IPv6 one. */
const fourOf = (ip: string) => (ip.includes(':') ? (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? null) : ip)

function partsOf(ip: string, n: number): string {
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const whole = [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)]
  return whole
    .slice(0, n)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
