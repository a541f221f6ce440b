import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { barsOf, lineOf } from '#features/billing/bills/slip/numbers.ts'

/** What becomes of the next requests that make something. */
type Mood = 'well' | 'silent' | 'fails' | 'refuses' | 'babbles' | 'slow' | 'twice'

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void) {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>(closed => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

interface Charge {
  id: string
  status: string
  value: number
  dueDate: string
  externalReference: string
  deleted: boolean
  clientPaymentDate: string | null
  [field: string]: unknown
}

/** Asaas as it answers about charges, for one key. */
export async function openAsaasCharges(token: string) {
  const charges: Charge[] = []
  const requests: string[] = []
  let mood: Mood = 'well'
  let customers = 0
  const make = (body: Readonly<Record<string, unknown>>) => {
    const made: Charge = {
      ...body,
      id: `pay_1_${String(charges.length).padStart(14, 'a')}`,
      status: 'PENDING',
      value: Number(body.value),
      dueDate: String(body.dueDate),
      externalReference: String(body.externalReference),
      deleted: false,
      clientPaymentDate: null,
    }
    charges.push(made)
    return made
  }
  const fieldOf = ({ id, dueDate, value }: Charge) => {
    const at = charges.findIndex(each => each.id === id)
    const bars = barsOf({
      bank: '461',
      due_date: dueDate,
      cents: Math.round(value * 100),
      free: String(at + 1).padStart(25, '0'),
    })
    const line = lineOf(bars).replace(/\D/g, '')
    return {
      identificationField: mood === 'babbles' ? line.replace(/^./, '9') : line,
      nossoNumero: String(9_000 + at),
      barCode: bars,
    }
  }
  async function post(response: ServerResponse, request: IncomingMessage) {
    const body = JSON.parse(await bodyOf(request))
    if (mood === 'fails') return json(response, 503, {})
    if (mood === 'refuses')
      return json(response, 400, { errors: [{ code: 'invalid_dueDate', description: 'Vencimento inválido.' }] })
    const made = make(body)
    if (mood === 'twice') make(body)
    if (mood === 'silent') return void response.destroy()
    if (mood === 'slow') return void setTimeout(() => json(response, 200, made), 400)
    return json(response, 200, made)
  }
  const { url, close } = await listen(async (request, response) => {
    const { method = '', url: target = '', headers } = request
    const [path = '', query = ''] = target.split('?')
    requests.push(`${method} ${path}`)
    if (headers.access_token !== token)
      return json(response, 401, { errors: [{ code: 'invalid_token', description: 'Chave inválida.' }] })
    if (path === '/v3/customers') {
      if (method === 'GET') return json(response, 200, { data: customers ? [{ id: 'cus_0' }] : [] })
      customers++
      return json(response, 200, { id: 'cus_0' })
    }
    const [, id, part] = /^\/v3\/payments\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (!id && method === 'POST') return post(response, request)
    if (!id) {
      const own = new URLSearchParams(query).get('externalReference')
      return json(response, 200, { data: charges.filter(each => own === null || each.externalReference === own) })
    }
    const found = charges.find(each => each.id === id)
    if (!found) return json(response, 404, { errors: [] })
    if (mood === 'fails') return json(response, 503, {})
    if (method === 'DELETE') {
      if (found.status !== 'PENDING' && found.status !== 'OVERDUE')
        return json(response, 400, { errors: [{ code: 'invalid_action', description: 'Cobrança já recebida.' }] })
      found.deleted = true
      return json(response, 200, { deleted: true, id })
    }
    if (part === 'identificationField') return json(response, 200, fieldOf(found))
    if (part === 'pixQrCode')
      return json(response, 200, { payload: `00020101PIX${id}`, expirationDate: '2049-12-31 23:59:59' })
    return json(response, 200, found)
  })
  return {
    url,
    close,
    charges,
    requests,
    feel: (next: Mood) => void (mood = next),
    /** What happened to a charge there. */
    become: (id: string, status: string, more: object = {}) => {
      const of = charges.find(each => each.id === id)
      if (!of) throw new Error('there is no such charge')
      Object.assign(of, { status }, more)
    },
  }
}

interface Title {
  numeroTituloCliente: string
  valorOriginal: number
  dataVencimento: string
  state: number
}

/** The API of boletos of Banco do Brasil as it answers, for one application. */
export async function openBb(keys: { readonly id: string; readonly secret: string; readonly app: string }) {
  const titles: Title[] = []
  const requests: string[] = []
  let mood: Mood = 'well'
  const day = (dotted: string) => dotted.split('.').toReversed().join('-')
  const barsOfTitle = ({ numeroTituloCliente: number, valorOriginal, dataVencimento }: Title) =>
    barsOf({
      bank: '001',
      due_date: day(dataVencimento),
      cents: Math.round(valorOriginal * 100),
      free: `000000${number.slice(3)}17`,
    })
  async function post(request: IncomingMessage, response: ServerResponse) {
    const body = JSON.parse(await bodyOf(request))
    if (mood === 'fails') return json(response, 500, {})
    if (mood === 'refuses')
      return json(response, 400, {
        erros: [{ codigo: '4874913', mensagem: 'CEP do pagador inválido.', providencia: 'Informe o CEP.' }],
      })
    if (titles.some(each => each.numeroTituloCliente === body.numeroTituloCliente))
      return json(response, 400, {
        erros: [
          { codigo: '4874915', mensagem: 'Nosso Número já incluído anteriormente.', providencia: 'Informar outro.' },
        ],
      })
    const made: Title = { ...body, state: 1 }
    titles.push(made)
    if (mood === 'silent') return void response.destroy()
    if (mood === 'babbles') return json(response, 200, { numero: 'x' })
    return json(response, 200, {
      numero: made.numeroTituloCliente,
      linhaDigitavel: lineOf(barsOfTitle(made)).replace(/\D/g, ''),
      codigoBarraNumerico: barsOfTitle(made),
      qrCode: { url: 'qr', txId: 'tx', emv: `000201BB${made.numeroTituloCliente}` },
    })
  }
  const { url, close } = await listen(async (request, response) => {
    const { method = '', url: target = '', headers } = request
    const at = new URL(target, 'http://x')
    requests.push(`${method} ${at.pathname}`)
    if (at.pathname === '/oauth/token') {
      const basic = Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')
      return headers.authorization === `Basic ${basic}`
        ? json(response, 200, { access_token: 'acesso-de-teste', expires_in: 600 })
        : json(response, 401, { error: 'invalid_client', message: 'Credencial inválida.' })
    }
    if (headers.authorization !== 'Bearer acesso-de-teste' || at.searchParams.get('gw-dev-app-key') !== keys.app)
      return json(response, 403, { error: 'Forbidden', message: 'Chave da aplicação inválida.' })
    const [, number, part] = /^\/boletos\/(\d+)(?:\/(\w+))?$/.exec(at.pathname) ?? []
    if (!number) return post(request, response)
    const found = titles.find(each => each.numeroTituloCliente === number)
    if (!found) return json(response, 404, {})
    if (part === 'pix') return json(response, 200, { qrCode: { emv: `000201BB${number}` } })
    if (part === 'baixar') {
      found.state = 7
      return json(response, 200, { numeroContratoCobranca: '1' })
    }
    return json(response, 200, {
      codigoEstadoTituloCobranca: found.state,
      valorOriginalTituloCobranca: found.valorOriginal,
      dataVencimentoTituloCobranca: found.dataVencimento,
      codigoLinhaDigitavel: lineOf(barsOfTitle(found)),
      textoCodigoBarrasTituloCobranca: barsOfTitle(found),
    })
  })
  return { url, close, titles, requests, feel: (next: Mood) => void (mood = next) }
}
