import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#server/hosts.ts'
import { beginAnswer, publicOnly, type OutsideQuestion } from '#server/outbound.ts'

/** Bytes of an answer that are read and stored; the rest is not waited for. */
const answerBytes = 1_000

/** Says why nothing may be sent to this address, for its owner; null when it may. A name is judged again by what it resolves to. */
export function addressTrouble(text: string, inside: readonly string[]): string | null {
  if (!URL.canParse(text)) return 'Informe um endereço inteiro, como https://exemplo.com.br/avisos.'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'O endereço começa com https://.'
  if (url.username || url.password) return 'Tire o usuário e a senha do endereço: quem recebe confere a assinatura.'
  if (inside.includes(url.host)) return null
  if (url.protocol !== 'https:') return 'Use https://: o que vai tem dados dos clientes.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host)) return isInside
  return null
}
export const isInside = 'Este endereço é de dentro da rede: um webhook só vai a endereços públicos.'

export interface Delivered {
  readonly status: number
  /** Seconds that `Retry-After` asks for. */
  readonly wait: number | undefined
  /** The beginning of the body. */
  readonly body: string
}

/**
 * Sends a message and answers the status. Redirects are answers like any other. The connection is made to the address that was judged: a
 * name that resolves to a public address now and to one inside a moment later reaches none. Throws `Unanswered`.
 */
export async function deliver(url: URL, question: OutsideQuestion, inside: readonly string[]): Promise<Delivered> {
  const anywhere: LookupFunction = (host, options, done) => lookup(host, options, done)
  const response = await beginAnswer(url, question, inside.includes(url.host) ? anywhere : publicOnly)
  const { 'retry-after': retryAfter } = response.headers
  const wait = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined
  return { status: response.statusCode ?? 0, wait, body: await beginningOf(response) }
}

/** The status says how it went: a body that ends early or never changes nothing. */
async function beginningOf(response: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response) {
      pieces.push(piece)
      size += piece.length
      if (size >= answerBytes) break
    }
  } catch {
    // What was read until then is shown.
  } finally {
    response.destroy()
  }
  return Buffer.concat(pieces).subarray(0, answerBytes).toString('utf8').replaceAll('\0', '').toWellFormed()
}
