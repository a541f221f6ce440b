import { lookup as resolve } from 'node:dns'
import { request as http, type IncomingMessage } from 'node:http'
import { request as https } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** No service outside answered as it should: in time, with JSON, from where the settings say it is. */
export class Unanswered extends Error {}

const patience = 3_000
const longPatience = 600_000
const largest = 1_048_576

/** Addresses of no public host: those of IANA's registries of special use that are not globally reachable, multicast, and ways around them into IPv4. */
const nets = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  ipv6: '::/127 ::ffff:0:0/96 64:ff9b::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8',
} as const
const inside = new BlockList()
for (const type of ['ipv4', 'ipv6'] as const)
  for (const [net = '', bits] of nets[type].split(' ').map(each => each.split('/')))
    inside.addSubnet(net, Number(bits), type)

/** Resolves a name, and refuses it when it leads into a private network. An address the settings spell out is taken at its word. */
const publicOnly: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    const hidden = found?.find(({ address, family }) => inside.check(address, family === 6 ? 'ipv6' : 'ipv4'))
    const refusal = error ?? (hidden ? new Unanswered(`${host} leads to ${hidden.address}`) : null)
    const [first] = found ?? []
    if (refusal || !first) return done(refusal ?? new Unanswered(`${host} leads nowhere`), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

/**
 * Asks a service of the settings for JSON: 3 seconds, 1 MB, no redirect followed, no private network behind a name.
 * Answers whatever status it gave below 500; throws `Unanswered` otherwise.
 */
export function getJson(url: URL): Promise<{ status: number; body: unknown }> {
  return new Promise((answered, failed) => {
    const refuse = (why: string) => failed(new Unanswered(`${url.host}: ${why}`))
    const request = ask(url, 'application/json', patience, response => {
      const { statusCode: status = 0 } = response
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', error => refuse(error.message))
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > largest) request.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        if (status >= 500 || (status >= 300 && status < 400)) return refuse(`answered ${status}`)
        try {
          answered({ status, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
        } catch {
          // An error may come in words; only what is good must be JSON.
          if (status >= 400) answered({ status, body: null })
          else refuse('did not answer JSON')
        }
        return undefined
      })
    })
    request.on('error', error => refuse(error.message))
    request.end()
  })
}

/**
 * Asks for a long file, answered little by little: 10 minutes for the whole of it, how long it is for the reader to bound;
 * no redirect followed, no private network behind a name. Throws `Unanswered` for whatever is not a 200.
 */
export function getFile(url: URL): Promise<AsyncIterable<Buffer>> {
  return new Promise((answered, failed) => {
    const request = ask(url, '*/*', longPatience, response => {
      if (response.statusCode === 200) return answered(response)
      response.resume()
      return failed(new Unanswered(`${url.host}: answered ${response.statusCode}`))
    })
    request.on('error', error => failed(new Unanswered(`${url.host}: ${error.message}`)))
    request.end()
  })
}

/**
 * The status with which a link that somebody wrote answers: 3 seconds, nothing of the body. It is of a public name on the web's own ports, whatever
 * it leads to is public too, and no redirect is followed; `trusted` stands in for that where a test has no such name. Throws `Unanswered` otherwise.
 */
export function getStatus(url: URL, trusted?: { readonly lookup: LookupFunction }): Promise<number> {
  return new Promise((answered, failed) => {
    if (!trusted && !isPublic(url)) return failed(new Unanswered(`${url.host}: no public name`))
    const request = ask(url, '*/*', patience, response => answered(response.destroy().statusCode ?? 0), trusted?.lookup)
    request.on('error', cause => failed(new Unanswered(`${url.host}: ${cause.message}`, { cause })))
    return request.end()
  })
}

/** A name with a dot in it, by http or https, without a port, a user or an address in its place. */
export const isPublic = ({ protocol, hostname, port, username }: URL) =>
  /^https?:$/.test(protocol) && !port && !username && /^(?:[\w-]+\.)+[a-z][a-z\d-]+$/i.test(hostname)

const ask = (url: URL, accept: string, timeout: number, answered: (_: IncomingMessage) => void, lookup = publicOnly) =>
  (url.protocol === 'https:' ? https : http)(
    url,
    {
      signal: AbortSignal.timeout(timeout),
      headers: { accept, 'user-agent': 'Outorga' },
      ...(!isIP(url.hostname) && { lookup }),
    },
    answered,
  )
