import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { cnpjRoot } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { stepOf } from '#features/regulatory/collects/coleta/steps.ts'
import { filingsOf, holdingsOf } from '#features/regulatory/collects/holdings.server.ts'
import { dutyOf, dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { followed, standings } from '#features/regulatory/obligations/load.server.ts'
import type {
  KnownClient,
  KnownColeta,
  KnownDuty,
  KnownTask,
  ReceiptWorld,
} from '#features/regulatory/receipts/known.ts'
import { receiptKinds } from '#parts/receipt/kinds.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import type { Ctx } from '#server/operation.ts'

/** Looked at of one receipt: what names more is no receipt of one client. */
const matchLimits = { clients: 4, periods: 6, coletas: 40, tasks: 40 } as const

interface WorldOptions {
  /** The client a person named, whatever the text says. */
  readonly client?: number | undefined
  /** Locks the clients: concurrent requests to settle their receipts wait. */
  readonly hold?: true
}

/** What a reading may be of, as far as the user sees. */
export async function worldOf(
  ctx: Ctx,
  reading: ReceiptReading | null,
  { client, hold }: WorldOptions = {},
): Promise<ReceiptWorld> {
  const named =
    client === undefined ? await clientsOf(ctx, reading?.cnpjs ?? [], 'whole') : await seenClients(ctx, [client])
  const kin = named.length || !reading ? [] : await clientsOf(ctx, reading.cnpjs, 'root')
  const byFistel = named.length || !reading ? [] : await clientsByFistel(ctx, reading)
  const all = [...named, ...new Map([...byFistel, ...kin].map(each => [each.id, each])).values()]
  if (hold)
    await holdClients(
      ctx,
      all.map(({ id }) => id),
    )
  return {
    clients: named,
    kin,
    byFistel,
    coletas: await coletasOf(ctx, all, reading?.periods ?? []),
    duties: reading ? await dutiesOf(ctx, all, reading) : [],
    tasks: await tasksOf(ctx, all),
    may: {
      recibo: can(ctx.user, 'collects.recibo'),
      erro: can(ctx.user, 'collects.erro'),
      enviar: can(ctx.user, 'collects.enviar'),
      concluir: can(ctx.user, 'obligations.concluir'),
      reabrir: can(ctx.user, 'obligations.reabrir'),
      tarefa: can(ctx.user, 'clients.tarefas.concluir'),
    },
  }
}

/** Locks clients, so that their receipts are settled one after another: the second of two finds what the first stored. */
export const holdClients = ({ sql: db }: Ctx, ids: readonly number[]) =>
  sql`select 1 from clients where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(db)

async function clientsOf(ctx: Ctx, cnpjs: readonly string[], by: 'whole' | 'root'): Promise<readonly KnownClient[]> {
  if (!cnpjs.length) return []
  const wanted = cnpjs.slice(0, 20)
  const { rows } = await sql<{ id: number }>`
    select id from clients where deleted_at is null and ${
      by === 'whole'
        ? sql`document = any(${wanted}::text[])`
        : sql`length(document) = 14 and left(document, 8) = any(${wanted.map(cnpjRoot)}::text[])`
    } order by id limit 20`.execute(ctx.sql)
  return seenClients(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Whose fistel is in the text, whatever is wrong with its CNPJ. */
async function clientsByFistel(ctx: Ctx, { fistels, wrong }: ReceiptReading): Promise<readonly KnownClient[]> {
  const wanted = [...fistels, ...wrong.fistels].slice(0, 20)
  if (!wanted.length) return []
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id from fistels where fistel = any(${wanted}::text[]) and deleted_at is null order by client_id
    limit 20`.execute(ctx.sql)
  return seenClients(
    ctx,
    rows.map(({ client_id }) => client_id),
  )
}

async function seenClients(ctx: Ctx, ids: readonly number[]): Promise<readonly KnownClient[]> {
  const found = (await ctx.rows(clients).among(ids)).slice(0, matchLimits.clients)
  const { rows } = await sql<{ client_id: number; fistel: string }>`
    select client_id, fistel from fistels
    where client_id = any(${found.map(({ id }) => id)}::bigint[]) and deleted_at is null order by fistel`.execute(
    ctx.sql,
  )
  return found.map(({ id, uuid, name, document }) => ({
    id,
    uuid,
    name,
    document,
    fistels: rows.flatMap(({ client_id, fistel }) => (client_id === id ? [fistel] : [])),
  }))
}

interface FoundColeta extends Omit<KnownColeta, 'step'> {
  readonly status: string | null
}

/** Their coletas of these periods, the newest first; of every period where none is named. */
async function coletasOf(
  ctx: Ctx,
  of: readonly KnownClient[],
  periods: readonly string[],
): Promise<readonly KnownColeta[]> {
  if (!of.length) return []
  const months = periods.filter(each => /^\d{4}-\d\d$/.test(each))
  const { rows } = await sql<FoundColeta>`
    select k.client_id, k.uuid, to_char(make_date(k.year, k.month, 1), 'YYYY-MM') as period, f.fistel,
      coalesce(s.initial, s.name) as service, s.term, t.name as status,
      (select count(*)::int from collect_files r
        where r.collect_id = k.id and r.kind = 'recibo' and r.edition = k.edition and r.deleted_at is null) as receipts,
      (select a.rows from collect_files a
        where a.collect_id = k.id and a.kind = 'arquivo' and a.edition = k.edition and a.deleted_at is null) as rows
    from collects k
    join fistels f on f.id = k.fistel_id
    join service_types s on s.id = f.service_type_id
    left join statuses t on t.id = k.status_id
    where k.client_id = any(${of.map(({ id }) => id)}::bigint[]) and k.active and k.deleted_at is null
      and (${!months.length} or to_char(make_date(k.year, k.month, 1), 'YYYY-MM') = any(${months}::text[]))
    order by k.year desc, k.month desc, f.fistel limit ${matchLimits.coletas}`.execute(ctx.sql)
  return rows.map(({ status, ...row }) => ({ ...row, step: stepOf(status === null ? null : { name: status }) }))
}

/** Their open tasks that no obligation determines, the latest first. */
async function tasksOf({ sql: db }: Ctx, of: readonly KnownClient[]): Promise<readonly KnownTask[]> {
  const { rows } = await sql<KnownTask>`
    select t.client_id, t.uuid, t.name, m.nome as template, t.period
    from client_tarefas t left join tarefas m on m.id = t.tarefa_id
    where t.client_id = any(${of.map(({ id }) => id)}::bigint[]) and t.obligation is null and t.done_on is null
      and t.active and t.deleted_at is null
    order by t.due_on desc, t.id limit ${matchLimits.tasks}`.execute(db)
  return rows
}

/** Used if a receipt has no subject. */
const usual = ['fust', 'funttel']

async function dutiesOf(
  ctx: Ctx,
  of: readonly KnownClient[],
  { kinds, periods }: ReceiptReading,
): Promise<readonly KnownDuty[]> {
  const rules = followed(ctx.config)
  const wanted = kinds.length ? kinds.flatMap(kind => receiptKinds[kind].obligation ?? []) : usual
  const today = dayIn(new Date()).day
  const found: KnownDuty[] = []
  for (const obligation of wanted)
    for (const period of periods.slice(0, matchLimits.periods)) {
      const duty = dutyOf(rules, obligation, period)
      if (!duty) continue
      const title = dutyTitle({ name: duty.rule.name, label: duty.label })
      for (const client of of) {
        const span = { from: duty.due, to: duty.due, client: client.id }
        const told = await standings(ctx, { holdingsOf, filingsOf }, span, today)
        const item = told.find(({ duty: each }) => each.rule.id === obligation && each.period === period)?.items[0]
        if (item) found.push({ client_id: client.id, obligation, period, title, done_on: item.done_on })
      }
    }
  return found
}
