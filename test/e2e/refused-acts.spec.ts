import type { Browser, Page } from '@playwright/test'
import { features } from '#features/index.ts'
import { verbsOf } from '#kernel/resource.ts'
import { beginSession, expect, test, type House } from './house.ts'
import { Round } from './refused-acts.ts'

// What the declarations of the sections offer to do, in each state of a record in which it differs, is pressed on every area, and so is all
// else that can be pressed there and on the screens that the menu and the links lead to. What is sent is refused, and the refusal must be
// read where its reader is (decision 64). An act that is declared and was not refused fails.

test.use({ env: { OUTORGA_DEMO: '1', WRITES_PER_MINUTE: '100000' } })
const ana = { email: 'ana@outorga.example', password: 'demonstracao-2026' }
/** They spend half of their time waiting for each other's server. */
const pages = 4

test('every declared act is refused where its reader sees it', async ({ page, browser, house }) => {
  test.setTimeout(900_000)
  for (const statement of states) await house.sql(statement)
  // Its session is copied into several pages.
  await beginSession(page, house, ana, { bound: false })
  const { call, reader, session } = await sessionOf(page, house)
  await disableOne(call)
  const round = new Round({
    url: house.url,
    call,
    reader,
    description: Object(await (await fetch(`${house.url}/api/docs/json`)).json()),
    besides,
    looks,
    unpressed: new Set(Object.keys(unpressed)),
    // A coleta goes back with a question in words.
    instead: { 'collects.devolver-ao-cliente': 'collects.perguntar' },
    isWhole: process.env.REFUSED_ACTS === 'all',
  })
  await round.begin()
  await Promise.all(Array.from({ length: pages }, async () => round.walk(await pageOf(browser, house, session))))
  expect(round.unread).toEqual([])
  expect(round.unreached).toEqual([])
  // A round that finds little to press proves little.
  expect(round.counts.refusals).toBeGreaterThan(100)
})

/** Who is signed in on a page, and its calls. */
async function sessionOf(page: Page, house: House) {
  const session = await page.evaluate<Readonly<Record<string, string>>>('({ ...localStorage })')
  const { access_token } = JSON.parse(session['outorga.token'] ?? '{}')
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const given = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${house.url}/api/v1/${path}`, given)
    return Object(await answer.json())
  }
  return { session, call, reader: JSON.parse(session['outorga.user'] ?? '{}') }
}
type Call = Awaited<ReturnType<typeof sessionOf>>['call']

/** A page of its own storage: what one types another is not offered. */
async function pageOf(browser: Browser, house: House, session: Readonly<Record<string, string>>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-write'] })
  const page = await context.newPage()
  page.on('pageerror', error => expect.soft(String(error)).toBe(''))
  await page.goto(`${house.url}/config.json`)
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(session)})`)
  return page
}

/** Of every section that has several rows, one is out of use: it may only be read. */
async function disableOne(call: Call) {
  for (const resource of features.filter(each => verbsOf(each).some(verb => verb === 'disable'))) {
    const { data } = await call<{ readonly data: readonly { readonly uuid: string; readonly active: boolean }[] }>(
      'GET',
      `${resource.path}?per_page=100`,
    )
    const last = data.at(-1)
    if (last && data.length > 1 && data.every(({ active }) => active))
      await call('PUT', `${resource.path}/disable`, { ids: [last.uuid] })
  }
}

const one = (table: string, state: string, instead: string) =>
  `update ${table} set state = '${instead}' where id = (select max(id) from ${table} where state = '${state}')`
const collect = (status: string) =>
  `update collects set status_id = (select id from statuses where model = 'Collect' and name = '${status}')
   where id = (select max(id) from collects where status_id = (select id from statuses where model = 'Collect' and name = 'Enviada'))`
/** States in which the demonstration has no row; where one is put out of use, it is the oldest. */
const states: readonly string[] = [
  `insert into exports (name, resource, state, user_id)
   select 'Clientes', 'clients', each, (select min(id) from users)
   from unnest(array['processando', 'falhou', 'processando', 'falhou']) each`,
  `insert into month_openings (name, year, month, state)
   select 'Abertura', 2026, 10, each from unnest(array['processando', 'falhou']) each`,
  `insert into bill_closings (name, competence, state, empresa_id, user_id)
   select 'Faturamento', '2026-11', each, (select min(id) from empresas), (select min(id) from users)
   from unnest(array['processando', 'falhou']) each`,
  `insert into tarefa_syncs (name, state) select 'Todos', each from unnest(array['processando', 'falhou']) each`,
  `insert into handovers (name, receiver_id, moved, kept) select 'Clientes', min(id), 1, 0 from users`,
  `insert into receipt_drops (name, state) select 'Comprovantes', each from unnest(array['processando', 'falhou']) each`,
  `insert into mails (subject, recipient, kind, state, empresa_id, message_id, letter)
   select 'Aviso de vencimento', 'contato@provedor.example', 'cobranca', 'desistiu', min(id), '<prova@outorga.example>', '{}'
   from empresas`,
  one('receipts', 'guardado', 'de-lado'),
  one('incoming_mails', 'bandeja', 'mensagem'),
  one('integration_queues', 'enviado', 'pendente'),
  one('integration_queues', 'enviado', 'falhou'),
  one('service_invoices', 'autorizada', 'processando'),
  `insert into user_factors (user_id, kind, name, created_at, confirmed_at, secret)
   select max(id), 'totp', 'Celular', now(), now(), 'sealed' from users where email <> '${ana.email}'`,
  collect('Pronta'),
  collect('Com erro'),
  collect('Dispensada'),
  `update station_link_properties set status_closed = true where station_link_id =
   (select max(id) from station_links where status_id = (select id from statuses where model = 'StationLink' and name = 'Em aberto'))`,
  `update collect_notes set open = false where id = (select max(id) from collect_notes)`,
]

/** Screens that no link leads to, and lists with acts of their own. */
const besides = [
  '/bills-to-receive/faturar',
  '/collects/create/old_create',
  '/collects/quadro?vista=meses',
  '/imports/create',
  '/imports/anatel',
  '/service-invoices/emitir',
  '/stations/kml',
  '/stations/duplicate',
  '/users/me',
  '/notices',
  '/mails',
  '/integration-queues',
  '/imports',
]

/** Acts that look before something is done. */
const looks = new Set([
  'stations.kml.ler',
  'bills-to-receive.retorno.previa',
  'tickets.macro.ver',
  'clients.order-services.previa',
  'service-invoices.previa',
  'collects.preview',
  'metas.definir',
  'bulk-acts.previa',
  'collects.finalizar-mes, em prova',
  'collects.enviar-mes, em prova',
  'tarefas.sincronizar, em prova',
  'clients.tarefas.sincronizar, em prova',
  'imports.enviar',
  'imports.preparar',
  'infrastructure-filings.comparar',
  'receipt-drops.soltar',
  'internal-uploads.get-files',
])

/** What a page sends without anybody pressing a button, and does again later. */
const unpressed = {
  'tickets.presenca': 'tells others who is looking',
  'tickets.rascunho.guardar': 'keeps what is being typed',
  'users.me.rascunhos.guardar': 'keeps what is being typed',
  'users.me.rascunhos.esquecer': 'forgets what was saved',
  'links-importantes.abrir': 'counts a link that was opened',
  'users.me.novidades.update': 'notes what was read',
  'users.me.recentes.update': 'notes what was opened',
  'users.me.informativos.lidos': 'notes what was read',
} as const
