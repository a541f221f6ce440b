import { sql, type Kysely } from 'kysely'
import { features } from '#features/index.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { pages, pageVersions } from '#features/support/pages/pages.ts'
import { stationLinkProperties, stationLinkPropertyConnections } from '#features/network/stations/stations.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { previous } from '#parts/period/period.ts'
import { tableOf, type Action, type AnyResource, type Condition } from '#kernel/resource.ts'
import type { Reply, World } from './world.ts'

/** Something done to one row of a resource, from the state in which it may be. */
export interface Act extends Pick<Action, 'when'> {
  readonly resource: AnyResource
  readonly name: string
  readonly body?: object
}

/** What each resource declares, and what is written by hand beside that. */
export const acts: readonly Act[] = [
  ...features.flatMap((resource: AnyResource) =>
    Object.entries(resource.actions ?? {})
      // It needs rows of another table: `test/auth/factor.test.ts` tries it.
      .filter(([name]) => name !== 'redefinir-segundo-fator')
      .map(([name, { when }]): Act => ({ resource, name, ...(when && { when }) })),
  ),
  { resource: collects, name: 'enviar', when: ['status', 'Pronta'] },
  { resource: collects, name: 'erro', when: ['status', ['Enviada', 'Processada']], body: { error: 'Recusado.' } },
  { resource: infrastructureFilings, name: 'enviar', when: ['step', 'gerada'], body: { edition: 1 } },
  { resource: infrastructureFilings, name: 'erro', when: ['step', 'enviada'], body: { error: 'Recusado.' } },
  { resource: infrastructureFilings, name: 'desfazer-envio', when: ['step', 'enviada'] },
  { resource: infrastructureFilings, name: 'retificar', when: ['step', 'enviada'] },
  { resource: billPayments, name: 'estornar', when: ['reversed_at', null], body: { reason: 'Por engano.' } },
]

/** Done again, each does again what it did: of twelve, all are done. */
export const repeated: ReadonlySet<string> = new Set([
  'tickets.assumir',
  'collects.copiar-anterior',
  'collects.zerar',
  'users.convidar',
])

export const nameOf = ({ resource, name }: Act) => `${resource.path}.${name}`

/** The first of what a condition allows. */
const valueOf = ([field, is]: Condition) => [field, Array.isArray(is) ? (is[0] ?? null) : is] as const

/** What locks a row to everybody, and all of it. */
const locksOf = ({ locked = [] }: AnyResource): readonly Condition[] =>
  locked.flatMap(each => {
    if (!('why' in each)) return [each]
    return each.when && !each.of && !each.author && !each.fields ? [each.when] : []
  })

/** The states, as 'field=value', in which an act may be done; null where it does not ask. */
function statesOf({ resource, when }: Act): ReadonlySet<string> | null {
  const spread = ([field, is]: Condition) =>
    (Array.isArray(is) ? [...is] : [is]).map(value => `${field}=${String(value)}`)
  if (when === undefined || when === 'unlocked') return null
  if (when === 'locked') return new Set(locksOf(resource).flatMap(spread))
  return new Set(spread(when))
}

/** The state both may be done in; null where there is none. */
export function sharedState(one: Act, other: Act): Condition | 'any' | null {
  if (one.resource !== other.resource) return null
  const [first, second] = [statesOf(one), statesOf(other)]
  const locked = new Set(locksOf(one.resource).flatMap(each => [...(statesOf({ ...one, when: each }) ?? [])]))
  const both =
    first && second
      ? [...first].filter(state => second.has(state))
      : [...(first ?? second ?? [])].filter(
          state => ![one, other].some(({ when }) => when === 'unlocked') || !locked.has(state),
        )
  if (!first && !second) return 'any'
  const [state] = both
  if (state === undefined) return null
  const at = state.indexOf('=')
  const said = state.slice(at + 1)
  const value = said === 'null' ? null : said === 'true' || said === 'false' ? said === 'true' : said
  return [state.slice(0, at), value]
}

const nothing = (): never => {
  throw new Error('nothing is done to it')
}

/** Makes a row of this resource, fresh, in which these acts may be done, in a state or in the first of the first of them. */
export async function standing(world: World, of: readonly Act[], state?: Condition | 'any'): Promise<number> {
  const [{ resource, when } = nothing()] = of
  // A client files once a year, and years are few.
  if (resource === infrastructureFilings)
    for (const table of ['infrastructure_files', 'infrastructure_filings'])
      await sql`delete from ${sql.table(table)}`.execute(world.db)
  const { id } = await world.make(resource, 'A1')
  await ready[resource.path]?.(world, id, new Set(of.map(({ name }) => name)))
  const first = when === 'locked' ? locksOf(resource)[0] : typeof when === 'object' ? when : undefined
  const wanted = state === 'any' ? undefined : (state ?? first)
  if (wanted) await putIn(world.db, resource, id, wanted)
  return id
}

async function putIn(db: Kysely<unknown>, resource: AnyResource, id: number, wanted: Condition) {
  const [field, value] = valueOf(wanted)
  const table = sql.table(tableOf(resource))
  if (resource === pageVersions) {
    const draft = value === 'rascunho'
    await sql`update page_versions set number = ${draft ? null : 1}, published_at = ${draft ? null : '2026-01-05T12:00:00Z'}
      where id = ${id}`.execute(db)
    return
  }
  if (resource.fields[field]?.kind === 'ref') {
    await sql`
      update ${table} t set status_id = (select s.id from statuses s join statuses o on o.id = t.status_id
        where s.model = o.model and s.name = ${value}) where t.id = ${id}`.execute(db)
    return
  }
  await sql`update ${table} set ${sql.ref(field)} = ${value} where id = ${id}`.execute(db)
}

type Ready = (world: World, id: number, names: ReadonlySet<string>) => Promise<unknown>
/** What a row needs besides its state, for what is to be done to it. */
const ready: Readonly<Record<string, Ready>> = {
  collects: readyCollect,
  exports: askedBefore('exports'),
  'incoming-mails': async (world, id) => {
    const ticket = await world.make(tickets, 'A1')
    await sql`update incoming_mails set ticket_id = ${ticket.id}, person_id = null, opened = false where id = ${id}`.execute(
      world.db,
    )
  },
  'infrastructure-filings': ({ db }, id) =>
    sql`update infrastructure_filings set edition = 1 where id = ${id}`.execute(db),
  // Nobody sends it by himself meanwhile.
  'integration-queues': ({ db }, id) =>
    sql`update integration_queues set next_attempt_at = now() + interval '1 day' where id = ${id}`.execute(db),
  'bill-closings': askedBefore('bill_closings'),
  'month-openings': askedBefore('month_openings'),
  'page-versions': async (world, id) => {
    const page = await world.make(pages, 'A1')
    await sql`update page_versions set page_id = ${page.id} where id = ${id}`.execute(world.db)
  },
  'receipt-drops': askedBefore('receipt_drops'),
  receipts: async (world, id) => {
    const { id: mark } = await world.leave(obligations, 'A1')
    await sql`update receipts set deed = ${JSON.stringify({ kind: 'obrigacao', mark })} where id = ${id}`.execute(
      world.db,
    )
  },
  'station-link-properties': async ({ make, db }, id) => {
    await make(stationLinkPropertyConnections, 'A1', { station_link_property_id: id, exists: true })
    await sql`update station_link_property_connections set exists = true where station_link_property_id = ${id}`.execute(
      db,
    )
  },
  'station-links': async ({ make, db }, id) => {
    const property = await make(stationLinkProperties, 'A1', { station_link_id: id })
    await putIn(db, stationLinkProperties, property.id, ['status', 'Finalizado'])
  },
  'tarefa-syncs': askedBefore('tarefa_syncs'),
  users: ({ db }, id) => sql`update users set password = null where id = ${id}`.execute(db),
}

/** The job of its row ended: it may be started again. */
function askedBefore(table: string): Ready {
  return async ({ db, house: { jobs }, people }, id, names) => {
    if (!names.has('tentar-de-novo')) return
    const { rows } = await sql<{ uuid: string }>`select uuid from ${sql.table(table)} where id = ${id}`.execute(db)
    const uuid = rows[0]?.uuid ?? ''
    await jobs.queue.send(db, uuid, { user_id: people.superAdmin, company: null, work: 'exports.write', given: {} })
    await jobs.queue.cancel(db, uuid)
  }
}

/**
 * Of a client and a fistel of its own, for the coletas of one client and month go in one file, and of a month that is over; where that
 * matters, one that has nothing, as the month before, and passes.
 */
async function readyCollect(world: World, id: number, names: ReadonlySet<string>) {
  const { id: client_id } = await world.make(clients, 'A1', { name: 'Provedor de uma coleta' })
  const { id: fistel_id } = await world.make(fistels, 'A1', { client_id })
  const { rows } = await sql<{ year: number; month: number }>`
    update collects set client_id = ${client_id}, fistel_id = ${fistel_id}, year = 2026, month = 5 where id = ${id} returning year, month`.execute(
    world.db,
  )
  const passes = ['finalizar', 'enviar', 'copiar-anterior', 'confirmar-sem-mudancas', 'entregar-sem-mudancas']
  if (!passes.some(name => names.has(name))) return
  const before = previous(rows[0] ?? { year: 2030, month: 1 })
  const last = await world.make(collects, 'A1', { ...before, client_id, fistel_id, finances: [] })
  const put = async (of: number, verb: string, body?: object) => {
    const { status, text } = await world.call('superAdmin', 'PUT', `collects/${of}/${verb}`, body && { body })
    if (status !== 200) throw new Error(`${verb}: ${text}`)
  }
  await put(last.id, 'zerar')
  await put(id, 'copiar-anterior')
  const { body } = await world.call('superAdmin', 'GET', `collects/${id}/conferencia`)
  const found: unknown = body.data
  const findings = Array.isArray(found)
    ? found.flatMap(({ key, severity }) => (severity === 'atencao' ? [key] : []))
    : []
  if (findings.length) await put(id, 'reconhecer', { findings, reason: 'É assim mesmo.' })
}

export const doAct = (world: World, { resource, name, body }: Act, id: number): Promise<Reply> =>
  world.call('superAdmin', 'PUT', `${resource.path}/${id}/${name}`, body && { body })
