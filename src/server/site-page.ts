import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where the built page would have the browser ask for the settings. */
const asks = /<link rel="preload" href="\/config\.json"[^>]*>/

/** Answers with the page of the interface, which brings along what `/config.json` says: one thing less to wait for. */
export function sendsPage(file: string, settings: () => Promise<object>) {
  const html = readFileSync(file, 'utf8')
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    // When the settings cannot be read now, the page requests them, and reports a missing answer.
    const said = await settings().then(JSON.stringify, () => null)
    const quoted = said?.replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`)
    const page = html.replace(asks, all => (quoted ? `<meta name="config" content="${quoted}" />` : all))
    const tag = `W/"${createHash('sha256').update(page).digest('base64url')}"`
    reply.headers({ ETag: tag, 'Cache-Control': 'no-cache' })
    if (headers['if-none-match'] === tag) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(page)
  }
}
