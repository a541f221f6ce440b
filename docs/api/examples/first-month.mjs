// A first month with Outorga: imports clients and their fistéis from spreadsheets, opens the month that ended, fills and sends
// the coleta of the first client, and waits until a webhook says so. See ../month.md for how to run it.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename } from 'node:path'
import { Webhook } from 'standardwebhooks'

const [, , clientsPath, fistelsPath] = process.argv
const { OUTORGA_URL, OUTORGA_EMAIL, OUTORGA_PASSWORD, RECEIVER_URL, RECEIVER_PORT } = process.env

const tokens = await signIn()
const say = line => process.stdout.write(`${line}\n`)

say(`clients: ${await importSheet('clients', clientsPath)}`)
say(`fistéis: ${await importSheet('fistels', fistelsPath)}`)

const { year, month } = monthThatEnded()
await openMonth()
const coletas = await call('GET', `collects?filter[year]=${year}&filter[month]=${month}&per_page=1`)
say(`coletas of ${month}/${year}: ${coletas.total}`)

const coleta = await coletaOf(firstDocument())
const receiver = await hear('collects.enviar')
try {
  await fill(coleta)
  await finish(coleta)
  await call('PUT', `collects/${coleta.uuid}/enviar`)
  const event = await receiver.eventOf(coleta.uuid)
  say(`heard: ${event.type} of ${event.data.client.name}, now ${event.data.status.name}`)
} finally {
  await receiver.stop()
  await call('POST', 'logout')
}

/** The password grant; the client is the one that the installation shows. */
async function signIn() {
  const { client_id, client_secret } = await (await fetch(`${OUTORGA_URL}/config.json`)).json()
  const given = {
    grant_type: 'password',
    client_id,
    client_secret,
    username: OUTORGA_EMAIL,
    password: OUTORGA_PASSWORD,
  }
  const answer = await fetch(`${OUTORGA_URL}/oauth/token`, { method: 'POST', body: new URLSearchParams(given) })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${body.error}: ${body.error_description}`)
  return body
}

/** One call, repeated while the server asks to wait; answers its body. */
async function call(method, path, { json, file, headers } = {}) {
  for (let tries = 1; ; tries++) {
    const type = json ? 'application/json' : file && 'application/octet-stream'
    const request = {
      method,
      headers: { authorization: `Bearer ${tokens.access_token}`, ...(type && { 'content-type': type }), ...headers },
      body: json ? JSON.stringify(json) : file,
    }
    const answer = await fetch(`${OUTORGA_URL}/api/v1/${path}`, request)
    const body = answer.status === 204 ? undefined : await answer.json()
    if (answer.ok) return body
    if (tries === 5 || ![429, 503].includes(answer.status))
      throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`), { problem: body })
    await later(1000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

async function importSheet(resource, path) {
  const query = new URLSearchParams({ resource, name: basename(path), again: 'true' })
  const { data } = await call('POST', `imports/arquivo?${query}`, { file: readFileSync(path) })
  await settled(`imports/${data.uuid}`)
  const { data: judged } = await call('GET', `imports/${data.uuid}/conferencia`)
  if (judged.groups.length) throw new Error(`${path}: ${JSON.stringify(judged.groups)}`)
  const { criar = 0, atualizar = 0, igual = 0 } = judged.counts
  if (criar + atualizar) {
    await call('PUT', `imports/${data.uuid}/importar`, { json: { whole: true } })
    await settled(`imports/${data.uuid}`)
  }
  return `${criar} created, ${atualizar} changed, ${igual} there already`
}

/** A row whose work goes on in the background, once that is over. */
async function settled(path) {
  for (;;) {
    const { data } = await call('GET', path)
    if (['falhou', 'cancelado'].includes(data.state)) throw new Error(`${path}: ${data.error ?? data.state}`)
    if (!['na-fila', 'processando'].includes(data.state)) return data
    await later(500)
  }
}

async function openMonth() {
  const { data } = await call('POST', 'collects/abrir-mes', {
    json: { year, month },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (data.opening) await settled(`month-openings/${data.opening}`)
}

async function coletaOf(document) {
  const { data: found } = await call('GET', `clients?filter[document]=${document}`)
  const query = `filter[year]=${year}&filter[month]=${month}&filter[client_id]=${found[0]?.id}`
  const { data } = await call('GET', `collects?${query}`)
  if (!data.length) throw new Error(`${document} has no coleta of ${month}/${year}`)
  // A list leaves out its client's CNPJ.
  return (await call('GET', `collects/${data[0].uuid}`)).data
}

async function fill({ uuid, client }) {
  const columns =
    'CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS'
  const accesses = [
    [3554102, 'PF', 300, 412],
    [3554102, 'PJ', 600, 38],
    [3555406, 'PF', 300, 97],
  ]
  const rows = accesses.map(([ibge, kind, speed, amount]) =>
    [client.document, year, month, ibge, kind, 'URBANO', 'fibra', 'internet', 'FTTH', speed, amount].join(';'),
  )
  const file = [columns, ...rows].join('\r\n')
  const { data: preview } = await call('POST', `collects/${uuid}/preview`, { file })
  const wrong = preview.findings.filter(({ severity }) => severity === 'error')
  if (preview.fatal || wrong.length) throw new Error(preview.fatal ?? wrong.map(({ example }) => example).join('\n'))
  await call('POST', `collects/${uuid}/upload`, { file })
}

/** Accepts the warnings, as somebody would who looked at them, and finishes. */
async function finish({ uuid }) {
  const reason = 'Primeiro mês deste provedor conosco'
  const { data } = await call('GET', `collects/${uuid}/conferencia`)
  const open = data.filter(({ severity, acknowledged }) => severity === 'atencao' && !acknowledged)
  if (open.length)
    await call('PUT', `collects/${uuid}/reconhecer`, { json: { findings: open.map(({ key }) => key), reason } })
  await call('PUT', `collects/${uuid}/finalizar`, { headers: { 'x-motivo': encodeURIComponent(reason) } })
}

/** A webhook of this type that comes to this program, until it is stopped. */
async function hear(type) {
  const [events, secret] = [[], { current: '' }]
  const server = createServer(async (request, response) => {
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString('utf8')
    try {
      new Webhook(secret.current).verify(body, request.headers)
    } catch {
      return response.writeHead(401).end()
    }
    events.push(JSON.parse(body))
    response.writeHead(204).end()
  }).listen(Number(RECEIVER_PORT))
  await once(server, 'listening')
  const { data: endpoint } = await call('POST', 'webhook-endpoints', {
    json: { name: 'first-month', url: RECEIVER_URL, types: [type] },
    headers: { 'idempotency-key': randomUUID() },
  })
  secret.current = (await call('PUT', `webhook-endpoints/${endpoint.uuid}/segredo`)).data.secret
  return {
    eventOf: async uuid => {
      for (let waited = 0; waited < 60; waited++) {
        const found = events.find(({ data }) => data.uuid === uuid)
        if (found) return found
        await later(1000)
      }
      throw new Error('no webhook came within a minute')
    },
    stop: async () => {
      await call('DELETE', `webhook-endpoints/${endpoint.uuid}`)
      server.closeAllConnections()
      server.close()
    },
  }
}

function later(ms) {
  return new Promise(resolve => setTimeout(resolve, ms))
}

function firstDocument() {
  return /\b\d{14}\b/.exec(readFileSync(clientsPath, 'utf8'))?.[0] ?? ''
}

/** By the calendar of Brasília. */
function monthThatEnded() {
  const now = new Date(Date.now() - 3 * 3_600_000)
  const ended = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  return { year: ended.getUTCFullYear(), month: ended.getUTCMonth() + 1 }
}
