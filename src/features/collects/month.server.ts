import { sql } from 'kysely'
import * as z from 'zod'
import { boolean, doneJson, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { zipFiles } from '#features/collects/archive.server.ts'
import { refuseUnready } from '#features/collects/check.server.ts'
import { collects } from '#features/collects/collects.ts'
import { monthlyServices } from '#features/collects/layouts.ts'
import { byUrgency, type MonthRow } from '#features/collects/month.ts'
import { previous, type Period } from '#features/collects/period.ts'
import { stepActions } from '#features/collects/steps.server.ts'
import { filling, stepOf } from '#features/collects/steps.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const year = z.coerce.number('Informe o ano.').int().min(2000).max(2100)
const month = z.coerce.number('Informe o mês.').int().min(1).max(12)
const period = z.strictObject({ year, month })
const common = { access: 'permission', scope: collects } as const
/** Fistels of a house that files for everybody it knows. */
const most = 20_000

interface Found {
  readonly fistel_id: number
  readonly fistel_uuid: string
  readonly fistel: string
  readonly client_id: number
  readonly client_uuid: string
  readonly client: string
  readonly empresa: string | null
  readonly service: string | null
  readonly uuid: string | null
  readonly status: string | null
  readonly edition: number
  readonly zeroed: boolean
  readonly accesses: number
  readonly before: number | null
  readonly threshold: number
}

/** Every fistel the user sees that owes a coleta of the month, the most urgent first. */
export async function monthRows(ctx: Ctx, { year: y, month: m }: Period): Promise<readonly MonthRow[]> {
  const expected = { active: 'true', 'filter[active_anatel]': 'true', pagination: 'false' }
  const owing = await ctx.rows(fistels).list(listQuery(fistels, expected), most)
  const last = previous({ year: y, month: m })
  const total = (of: string) => sql`(
    select coalesce(sum(a.amount), 0)::float8 from collects_locations l join collects_locations_accesses a on a.parent_id = l.id
    where l.parent_id = ${sql.ref(`${of}.id`)})`
  const { rows } = await sql<Found>`
    select f.id as fistel_id, f.uuid as fistel_uuid, f.fistel, c.id as client_id, c.uuid as client_uuid, c.name as client,
      e.nome_fantasia as empresa, coalesce(s.initial, s.name) as service, k.uuid, t.name as status,
      coalesce(k.edition, 1) as edition, coalesce(k.zeroed, false) as zeroed,
      case when k.id is null then 0 else ${total('k')} end as accesses,
      case when p.id is not null then ${total('p')} end as before,
      coalesce(c.variation_percent, ${ctx.config.COLLECT_VARIATION_PERCENT}::numeric)::float8 as threshold
    from fistels f
    join clients c on c.id = f.client_id and c.active and c.deleted_at is null and not c.prospect
    join service_types s on s.id = f.service_type_id and s.term = any(${[...monthlyServices]}::text[])
    left join empresas e on e.id = c.empresa_responsavel_id
    left join collects k on k.fistel_id = f.id and k.year = ${y} and k.month = ${m} and k.deleted_at is null
    left join statuses t on t.id = k.status_id
    left join collects p on p.fistel_id = f.id and p.year = ${last.year} and p.month = ${last.month} and p.deleted_at is null
    where f.id = any(${owing.map(({ id }) => id)}::bigint[])`.execute(ctx.sql)
  return rows
    .map((row): MonthRow => ({
      fistel: { id: row.fistel_id, uuid: row.fistel_uuid, name: row.fistel },
      client: { id: row.client_id, uuid: row.client_uuid, name: row.client },
      empresa: row.empresa,
      service: row.service ?? '',
      collect: row.uuid
        ? {
            uuid: row.uuid,
            step: stepOf({ name: row.status ?? '' }),
            edition: row.edition,
            zeroed: row.zeroed,
            accesses: row.accesses,
          }
        : null,
      before: row.before,
      threshold: row.threshold,
    }))
    .toSorted(byUrgency)
}

const rowShape = shape({
  fistel: shape({ id: integer, uuid: string, name: string }),
  client: shape({ id: integer, uuid: string, name: string }),
  empresa: maybe(string),
  service: string,
  collect: maybe(shape({ uuid: string, step: string, edition: integer, zeroed: boolean, accesses: integer })),
  before: maybe(integer),
  threshold: { type: 'number' },
})

const board = operation<unknown, Period>({
  ...common,
  id: 'collects.quadro',
  summary: 'Ver o quadro do mês',
  method: 'GET',
  url: '/api/v1/collects/quadro',
  rate: 'heavy',
  audit: null,
  query: period,
  answers: { 200: shape({ data: list(rowShape) }) },
  handle: async (ctx, { query }) => ({ data: await monthRows(ctx, query) }),
})

const coletas = { one: 'coleta', many: 'coletas', gender: 'f' } as const

const open = operation<unknown, unknown, Period>({
  ...common,
  id: 'collects.abrir-mes',
  summary: 'Abrir as coletas que faltam do mês',
  method: 'POST',
  url: '/api/v1/collects/abrir-mes',
  rate: 'heavy',
  audit: 'collects.store',
  body: period,
  answers: { 200: doneJson(shape({ opened: integer })) },
  handle: async (ctx, { body }) => {
    const missing = (await monthRows(ctx, body)).filter(({ collect }) => collect === null)
    for (const { client, fistel } of missing)
      await ctx.rows(collects).create({ client_id: client.id, fistel_id: fistel.id, ...body })
    const said = missing.length
      ? `${count(missing.length, coletas)} ${missing.length === 1 ? 'aberta' : 'abertas'}.`
      : 'Todas as coletas do mês já estavam abertas.'
    return done(200, said, { opened: missing.length })
  },
})

/** Coletas something is done to at once. */
export const chosen = z.strictObject({
  uuids: z.array(z.uuid('Informe identificadores de coletas.'), 'Informe a lista de coletas.').min(1).max(2_000),
})

/** Those it was not done to, and why. */
export const leftOut = list(shape({ uuid: string, name: string, reasons: list(string) }))

const finish = operation<unknown, unknown, z.infer<typeof chosen>>({
  ...common,
  id: 'collects.finalizar-mes',
  summary: 'Finalizar as coletas que passam na conferência',
  method: 'PUT',
  url: '/api/v1/collects/finalizar-mes',
  rate: 'heavy',
  audit: 'collects.finalizar',
  body: chosen,
  answers: {
    200: doneJson(
      shape({
        finished: integer,
        refused: leftOut,
      }),
    ),
  },
  handle: async (ctx, { body: { uuids } }) => {
    const refused: { uuid: string; name: string; reasons: readonly string[] }[] = []
    let finished = 0
    for (const uuid of new Set(uuids)) {
      const collect = await ctx.rows(collects).find(uuid)
      const reasons = filling.includes(collect.status?.name ?? '')
        ? await refuseUnready(ctx, collect).then(() => [], refusalIn)
        : [`Já está ${collect.status?.name.toLowerCase() ?? 'fechada'}.`]
      if (reasons.length) refused.push({ uuid: collect.uuid, name: collect.client.name, reasons })
      else {
        await stepActions.finalizar(collect, ctx)
        finished++
      }
    }
    return done(200, `${count(finished, coletas)} ${finished === 1 ? 'finalizada' : 'finalizadas'}.`, {
      finished,
      refused,
    })
  },
})

const files = operation<unknown, Period>({
  ...common,
  id: 'collects.arquivos',
  summary: 'Baixar os arquivos do mês, um por coleta pronta, com o que ficou de fora e por quê',
  method: 'GET',
  url: '/api/v1/collects/arquivos',
  rate: 'heavy',
  audit: null,
  query: period,
  answers: { 200: 'file' },
  handle: async (ctx, { query }) => {
    const { name, bytes } = await zipFiles(ctx, query, await monthRows(ctx, query))
    return new Answer(200, Buffer.from(bytes), {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    })
  },
})

export const monthOperations = [board, open, finish, files] as const
