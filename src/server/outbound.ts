import { lookup as resolve } from 'node:dns'
import { request as http, type IncomingMessage } from 'node:http'
import { request as https } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { isPublicAddress } from '#server/hosts.ts'

/** No service outside answered as it should: in time, with JSON, from where the settings say it is. */
export class Unanswered extends Error {}

const patience = 3_000
const largest = 1_048_576

/** Resolves a name, and refuses it when it leads into a private network. An address the settings spell out is taken at its word. */
export const publicOnly: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    const hidden = found?.find(({ address }) => !isPublicAddress(address))
    const refusal = error ?? (hidden ? new Unanswered(`${host} leads to ${hidden.address}`) : null)
    const [first] = found ?? []
    if (refusal || !first) return done(refusal ?? new Unanswered(`${host} leads nowhere`), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

/** A request to another service; defaults: GET, 3 seconds, 1 MB. `tls` has our certificate (mTLS) and trusted authorities. */
export interface OutsideQuestion {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly tls?: Pick<SecureContextOptions, 'cert' | 'key' | 'ca'>
  readonly timeout?: number
  readonly largest?: number
}
export interface OutsideAnswer extends Pick<IncomingMessage, 'headers'> {
  readonly status: number
  readonly body: Buffer
}

/** Whatever it answers in time, whole: no redirect followed, no private network behind a name. Throws `Unanswered` otherwise. */
export async function exchange(url: URL, question: OutsideQuestion = {}): Promise<OutsideAnswer> {
  const response = await beginAnswer(url, question)
  const pieces: AsyncIterable<Buffer> = response
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of pieces) {
      size += chunk.length
      if (size > (question.largest ?? largest)) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
  } catch (cause) {
    throw unanswered(url, cause)
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }
}

const unanswered = (url: URL, cause: unknown) =>
  new Unanswered(`${url.host}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })

/** The response once it begins, or `Unanswered`. The connection is new: a reused one may close as the request is sent. */
export function beginAnswer(url: URL, question: OutsideQuestion, lookup = publicOnly) {
  const { method, headers, body, tls, timeout = patience } = question
  return new Promise<IncomingMessage>((answered, failed) => {
    const asked = {
      ...tls,
      agent: false,
      ...(method && { method }),
      signal: AbortSignal.timeout(timeout),
      headers: { accept: '*/*', 'user-agent': 'Outorga', ...headers },
      ...(!isIP(url.hostname) && { lookup }),
    }
    const request = (url.protocol === 'https:' ? https : http)(url, asked, answered)
    request.on('error', cause => failed(unanswered(url, cause)))
    request.end(body)
  })
}
