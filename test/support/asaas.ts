import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface AsaasInvoice {
  id: string
  status: string
  number: string | null
  value: number
  externalReference: string
  pdfUrl: string | null
  xmlUrl: string | null
  statusDescription: string | null
  observations: string
}

/** Asaas as it answers: customers, notes and their files, for one key. */
export async function openAsaas(token: string) {
  const customers: { id: string; cpfCnpj: string; [field: string]: unknown }[] = []
  const invoices: AsaasInvoice[] = []
  const asked: string[] = []
  /** What becomes of the next request to make a note. */
  let mood: 'well' | 'silent' | 'fails' = 'well'
  let port = 0
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url.split('?')[0] ?? ''}`)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (url.startsWith('/files/'))
        return response.writeHead(200).end(url.endsWith('pdf') ? '%PDF-1.7 de mentira' : '<nfse>prefeitura</nfse>')
      if (headers.access_token !== token)
        return json(401, { errors: [{ code: 'invalid_token', description: 'Chave inválida' }] })
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
      const query = new URLSearchParams(url.split('?')[1])
      if (url.startsWith('/v3/customers')) {
        if (method === 'GET')
          return json(200, { data: customers.filter(({ cpfCnpj }) => cpfCnpj === query.get('cpfCnpj')) })
        const [, of] = /^\/v3\/customers\/(\w+)$/.exec(url) ?? []
        const known = customers.find(each => each.id === of)
        if (of && method === 'PUT') return known ? json(200, Object.assign(known, body)) : json(404, { errors: [] })
        const made = { ...body, id: `cus_${customers.length}` }
        customers.push(made)
        return json(200, made)
      }
      const [, id, act] = /^\/v3\/invoices\/(\w+)(?:\/(\w+))?$/.exec(url) ?? []
      const found = invoices.find(each => each.id === id)
      if (id && !found) return json(404, { errors: [] })
      if (found && act === 'cancel') found.status = 'PROCESSING_CANCELLATION'
      if (found && act === 'authorize') found.status = 'SYNCHRONIZED'
      if (found) return json(200, found)
      if (method === 'GET')
        return json(200, { data: invoices.filter(each => each.externalReference === query.get('externalReference')) })
      if (mood === 'fails') return json(503, {})
      if (body.value > 900_000)
        return json(400, { errors: [{ code: 'invalid_value', description: 'Valor acima do limite' }] })
      const made = {
        id: `inv_${invoices.length}`,
        status: 'SCHEDULED',
        number: null,
        value: body.value,
        externalReference: body.externalReference,
        pdfUrl: null,
        xmlUrl: null,
        statusDescription: null,
        observations: body.observations,
      }
      invoices.push(made)
      if (mood === 'silent') return response.destroy()
      return json(200, made)
    })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  port = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    customers,
    invoices,
    asked,
    feel: (next: typeof mood) => void (mood = next),
    /** What the municipality said. */
    decide: (at: number, status: string, statusDescription: string | null = null) => {
      const of = invoices.at(at)
      if (!of) throw new Error('there is no such note')
      const files = status === 'AUTHORIZED' && {
        number: '77',
        pdfUrl: `${url}/files/n.pdf`,
        xmlUrl: `${url}/files/n.xml`,
      }
      Object.assign(of, { status, statusDescription, ...files })
      return of.id
    },
    close: () =>
      new Promise<void>(closed => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
