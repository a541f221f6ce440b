import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { text, money } from '#kernel/field.ts'
import { boolean, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { feesDay } from '#parts/period/period.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { estimateFees, feeNames, notInSum, type FeeStation } from '#features/stations/fees/estimate.ts'
import { stationTfi } from '#features/stations/fees/settings.server.ts'
import { termsOn, termsWith } from '#features/stations/fees/table.ts'
import { stations } from '#features/stations/stations.ts'
import { key } from '#server/crud.ts'
import { Answer, operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import { sheetFile, sheetFormats, sheetTypes } from '#server/sheet.ts'

const year = z.coerce
  .number('Informe o ano.')
  .int('Informe o ano.')
  .min(2012, 'A tabela começa em 2012.')
  .max(2100, 'Informe um ano até 2100.')
const ofYear = z.strictObject({ year })
const asSheet = z.strictObject({ year, format: z.enum(sheetFormats, 'Escolha csv ou xlsx.').default('csv') })

const common = {
  access: 'permission',
  scope: stations,
  method: 'GET',
  audit: null,
  params: z.object({ client: key }),
} as const

/** What decides of each station what it owes; whoever is out of use owes nothing here. */
const columns = 'name,station_class,station_type,is_virtual,is_link,first_licensed_on,licensed_on,valid_until'

async function stationsOf(ctx: Ctx, given: string) {
  const client = await ctx.rows(clients).find(given, [])
  const asked = { 'filter[client_id]': String(client.id), active: 'true', pagination: 'false', sort: 'name', columns }
  const rows = await ctx.rows(stations).list(listQuery(stations, asked, !isStaff(ctx.user)))
  const { rows: more } = await sql<{ id: number; service: string | null; transmits: boolean }>`
    select s.id, t.term as service, exists (select 1 from stations_transmissions x where x.parent_id = s.id) as transmits
    from stations s
    left join fistels f on f.id = s.fistel_id and f.deleted_at is null
    left join service_types t on t.id = f.service_type_id
    where s.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.sql)
  const known = new Map(more.map(each => [each.id, each]))
  return {
    client,
    rows: rows.map(row => {
      const { service = null, transmits = false } = known.get(row.id) ?? {}
      return { ...row, service, transmits }
    }),
  }
}

async function feesOf(ctx: Ctx, given: string, of: number) {
  const { client, rows } = await stationsOf(ctx, given)
  const terms = termsWith(ctx.config.of(stationTfi) ?? new Map())
  const asked: readonly FeeStation[] = rows
  return { client, rows, terms: termsOn(terms, feesDay(of)), estimate: estimateFees(asked, of, terms) }
}

const reais = (cents: number | null) => (cents === null ? null : cents / 100)
const number = { type: 'number' } as const
const moneyJson = { ...number, description: 'Reais' }
const feeJson = Object.fromEntries(feeNames.map(([fee]) => [fee, maybe(moneyJson)]))

const operations: readonly AnyOperation[] = [
  operation<{ client: string }, z.infer<typeof ofYear>>({
    ...common,
    id: 'stations.taxas',
    summary: 'Estimar as taxas das estações de um cliente em um ano',
    url: '/api/v1/clients/:client/taxas-de-estacoes',
    rate: 'read',
    query: ofYear,
    answers: {
      200: shape({
        data: shape({
          client: shape({ id: integer, uuid: string, name: string }),
          year: integer,
          due_on: string,
          lines: list(
            shape({
              uuid: string,
              name: string,
              service: maybe(string),
              ...feeJson,
              total: moneyJson,
              why: maybe(string),
            }),
          ),
          totals: shape({ ...feeJson, total: moneyJson }),
          left: list(shape({ key: string, label: string, count: integer, settled: boolean })),
          without_condecine: integer,
          terms: list(
            shape({
              fee: string,
              service: string,
              from: string,
              value: maybe(moneyJson),
              share: maybe(number),
              source: string,
              trust: string,
            }),
          ),
        }),
      }),
    },
    handle: async (ctx, { params, query }) => {
      const { client, terms, estimate } = await feesOf(ctx, params.client, query.year)
      const { lines, totals, left, withoutCondecine } = estimate
      return {
        data: {
          client: { id: client.id, uuid: client.uuid, name: client.name },
          year: query.year,
          due_on: feesDay(query.year),
          lines: lines.map(({ cents, total, ...line }) => ({ ...line, ...inReais(cents), total: reais(total) })),
          totals: { ...inReais(totals), total: reais(totals.total) },
          left: left.map(each => ({ ...each, label: notInSum[each.key] })),
          without_condecine: withoutCondecine,
          terms: terms.map(({ cents, share, ...term }) => ({
            ...term,
            value: reais(cents ?? null),
            share: share ?? null,
          })),
        },
      }
    },
  }),
  operation<{ client: string }, z.infer<typeof asSheet>>({
    ...common,
    id: 'stations.taxas.planilha',
    summary: 'Estimar as taxas das estações de um cliente, como planilha',
    url: '/api/v1/clients/:client/taxas-de-estacoes/planilha',
    rate: 'heavy',
    query: asSheet,
    answers: { 200: 'file' },
    gives: Object.values(sheetTypes),
    handle: async (ctx, { params, query }) => {
      const { client, rows, estimate } = await feesOf(ctx, params.client, query.year)
      const lineOf = new Map(estimate.lines.map(line => [line.uuid, line]))
      const told = rows.map(row => {
        const line = lineOf.get(row.uuid)
        return {
          ...row,
          ...(line && inReais(line.cents)),
          total: reais(line?.total ?? 0),
          why: line?.why ? notInSum[line.why] : null,
        }
      })
      const sheet = await sheetFile(stations, [told], ctx.user, query.format, {
        columns: sheetColumns,
        facts: [
          ['Taxas de estações', `Estimativa para ${query.year}`],
          ['Cliente', client.name],
        ],
      })
      const name = `taxas-de-estacoes-${query.year}.${query.format}`
      return new Answer(200, sheet.body, {
        ...sheet.headers,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    },
  }),
]

const inReais = (cents: Readonly<Record<(typeof feeNames)[number][0], number | null>>) =>
  Object.fromEntries(feeNames.map(([fee]) => [fee, reais(cents[fee])]))

const sheetColumns = [
  ['name', text('Estação')],
  ['service', text('Serviço')],
  ...feeNames.map(([fee, label]) => [fee, money(`${label} estimada (R$)`)] as const),
  ['total', money('Total estimado (R$)')],
  ['why', text('Fora da estimativa')],
] as const

/** What the stations of a client would pay in a year. */
export const feesOnServer: ServerFeature = { operations: () => operations }
