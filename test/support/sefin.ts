import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { gunzipSync, gzipSync } from 'node:zlib'

/** How the emitter behaves with the next DPS. */
export type SefinMood = 'accepts' | 'refuses' | 'accepts-silently' | 'fails' | 'babbles' | 'accepts-babbling' | 'taken'

/** The national emitter as it answers, with the client's certificate asked for: a server of our own that speaks its shapes. */
export async function openSefin({
  key,
  cert,
  ca,
}: {
  readonly key: string
  readonly cert: string
  readonly ca: string
}) {
  const notes = new Map<string, { key: string; xml: string }>()
  const cancelled = new Set<string>()
  /** Keys of notes that others took the place of. */
  const replaced = new Set<string>()
  const received: string[] = []
  const asked: string[] = []
  const holders = new Set<string>()
  let mood: SefinMood = 'accepts'
  const packed = (xml: string) => gzipSync(Buffer.from(xml)).toString('base64')
  const unpacked = (text: string) => gunzipSync(Buffer.from(text, 'base64')).toString('utf8')

  function authorise(dps: string) {
    const id = /<infDPS Id="(\w+)"/.exec(dps)?.[1] ?? ''
    const number = String(notes.size + 118)
    const accessKey = `${id.slice(3, 9)}${id.slice(11, 25)}${number.padStart(30, '0')}`
    const inside = dps.replace(/^<\?xml[^>]*\?>/, '')
    const xml = `<?xml version="1.0" encoding="UTF-8"?><NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infNFSe Id="NFS${accessKey}"><nNFSe>${number}</nNFSe><dhProc>2026-11-25T10:00:00-03:00</dhProc>${inside}</infNFSe></NFSe>`
    notes.set(id, { key: accessKey, xml })
    return { id, accessKey, xml }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { socket, method = '', url = '' } = request
    if (socket instanceof TLSSocket) holders.add(String(socket.getPeerCertificate().subject?.CN))
    asked.push(`${method} ${url}`)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const [, of] = /\/dps\/(\w+)$/.exec(url) ?? []
    if (of) {
      const known = notes.get(of)
      return known ? json(200, { idDps: of, chaveAcesso: known.key }) : json(404, { erros: [{ Codigo: 'E2220' }] })
    }
    const [, note, event] = /\/nfse\/(\w{50})(\/eventos.*)?$/.exec(url) ?? []
    if (note && event) {
      if (method === 'GET') return cancelled.has(note) ? json(200, {}) : json(404, {})
      cancelled.add(note)
      received.push(unpacked(body.pedidoRegistroEventoXmlGZipB64))
      return json(201, { eventoXmlGZipB64: packed('<evento/>') })
    }
    if (note) {
      const known = [...notes.values()].find(each => each.key === note)
      return known ? json(200, { nfseXmlGZipB64: packed(known.xml) }) : json(404, {})
    }
    const now = mood
    if (now === 'fails') return json(503, {})
    if (now === 'babbles') return response.writeHead(200).end('<html>manutenção</html>')
    const dps = unpacked(body.dpsXmlGZipB64)
    received.push(dps)
    // It refuses for a reason, and no more once that is gone.
    if (now === 'refuses' && dps.includes('<CEP>12020000<'))
      return json(400, { erros: [{ codigo: 'E0240', descricao: 'CEP do tomador inválido', complemento: '12020000' }] })
    if (now === 'taken') authorise(dps.replace(/<vServ>[\d.]+</, '<vServ>1.00<'))
    const id = /<infDPS Id="(\w+)"/.exec(dps)?.[1] ?? ''
    if (notes.has(id)) return json(400, { erros: [{ Codigo: 'E0014', Descricao: 'DPS já existe' }] })
    const old = /<chSubstda>(\w+)</.exec(dps)?.[1]
    if (old !== undefined) {
      const stands = [...notes.values()].some(each => each.key === old) && !cancelled.has(old) && !replaced.has(old)
      if (!stands) return json(400, { erros: [{ codigo: 'E0034', descricao: 'A NFS-e substituída não existe' }] })
      replaced.add(old)
    }
    const { accessKey, xml } = authorise(dps)
    if (now === 'accepts-silently') return response.destroy()
    if (now === 'accepts-babbling') return response.writeHead(201).end('não é JSON')
    return json(201, { chaveAcesso: accessKey, nfseXmlGZipB64: packed(xml) })
  }

  const server = createServer({ key, cert, ca, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const listen = (at: number) => new Promise<void>(listening => server.listen(at, '127.0.0.1', listening))
  await listen(0)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  const down = () =>
    new Promise<void>(closed => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  return {
    url: `https://127.0.0.1:${port}/SefinNacional`,
    notes,
    replaced,
    received,
    asked,
    holders,
    feel: (next: SefinMood) => void (mood = next),
    /** Its port is closed until it is up again; what it issued it still has. */
    down,
    up: () => listen(port),
    close: down,
  }
}
