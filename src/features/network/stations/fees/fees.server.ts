import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { text, money } from '#kernel/field.ts'
import { listQuery } from '#kernel/page.ts'
import { feesDay } from '#parts/period/period.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { downloadFees, previewFees } from '#features/network/stations/fees/api.ts'
import { estimateFees, feeNames, notInSum, type FeeStation } from '#features/network/stations/fees/estimate.ts'
import { stationTfi } from '#features/network/stations/fees/settings.server.ts'
import { termsOn, termsWith, type Fee } from '#features/network/stations/fees/table.ts'
import { stations } from '#features/network/stations/stations.ts'
import { Answer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { sheetFile } from '#server/sheet.ts'

/** These columns decide the fees of a station; an inactive one owes nothing here. */
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

const operations = [
  serve(previewFees, async (ctx, { query, ...input }) => {
    const { client, terms, estimate } = await feesOf(ctx, input.client, query.year)
    const { lines, totals, left, withoutCondecine } = estimate
    return {
      data: {
        client: { id: client.id, uuid: client.uuid, name: client.name },
        year: query.year,
        due_on: feesDay(query.year),
        lines: lines.map(({ cents, total, ...line }) => ({ ...line, ...inReais(cents), total: total / 100 })),
        totals: { ...inReais(totals), total: totals.total / 100 },
        left: left.map(each => ({ ...each, label: notInSum[each.key] })),
        without_condecine: withoutCondecine,
        terms: terms.map(({ cents, share, ...term }) => ({
          ...term,
          value: reais(cents ?? null),
          share: share ?? null,
        })),
      },
    }
  }),
  serve(downloadFees, async (ctx, { query, ...input }) => {
    const { client, rows, estimate } = await feesOf(ctx, input.client, query.year)
    const lineOf = new Map(estimate.lines.map(line => [line.uuid, line]))
    const lines = rows.map(row => {
      const line = lineOf.get(row.uuid)
      return {
        ...row,
        ...(line && inReais(line.cents)),
        total: (line?.total ?? 0) / 100,
        why: line?.why ? notInSum[line.why] : null,
      }
    })
    const sheet = await sheetFile(stations, [lines], ctx.user, query.format, {
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
  }),
]

const inReais = ({ tfi, tff, cfrp, condecine }: Readonly<Record<Fee, number | null>>) => ({
  tfi: reais(tfi),
  tff: reais(tff),
  cfrp: reais(cfrp),
  condecine: reais(condecine),
})

const sheetColumns = [
  ['name', text('Estação')],
  ['service', text('Serviço')],
  ...feeNames.map(([fee, label]) => [fee, money(`${label} estimada (R$)`)] as const),
  ['total', money('Total estimado (R$)')],
  ['why', text('Fora da estimativa')],
] as const

/** What the stations of a client would pay in a year. */
export const feesOnServer: ServerFeature = { operations: () => operations }
