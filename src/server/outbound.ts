import { lookup as resolve } from 'node:dns'
import { request as http, type IncomingMessage } from 'node:http'
import { request as https } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** No service outside answered as it should: in time, with JSON, from where the settings say it is. */
export class Unanswered extends Error {}

const patience = 3_000
const longPatience = 600_000
const largest = 1_048_576

/** Addresses of no public host: RFC 1918, 6598, 3927, 4193, 4291, loopback and "this network". */
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

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

const ask = (url: URL, accept: string, timeout: number, answered: (response: IncomingMessage) => void) =>
  (url.protocol === 'https:' ? https : http)(
    url,
    {
      signal: AbortSignal.timeout(timeout),
      headers: { accept, 'user-agent': 'Outorga' },
      ...(!isIP(url.hostname) && { lookup: publicOnly }),
    },
    answered,
  )
