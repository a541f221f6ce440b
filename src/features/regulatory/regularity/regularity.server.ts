import { sql } from 'kysely'
import { can, isStaff } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { foldText } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import type { FromCollects } from '#features/regulatory/obligations/load.server.ts'
import { dutyTables, whileUnchanged } from '#features/regulatory/obligations/unchanged.server.ts'
import { openTaskSql } from '#features/regulatory/tasks/done.server.ts'
import {
  readRegularity,
  readRegularityBoard,
  type LookPlace,
  type RegularityBoard,
  type TracedCheck,
} from '#features/regulatory/regularity/api.ts'
import { lightOf, type Light, type LightTerms, type RegularityCheck } from '#features/regulatory/regularity/light.ts'
import { checksOf, lightTerms } from '#features/regulatory/regularity/load.server.ts'
import { lookRoute } from '#features/regulatory/regularity/look.server.ts'
import { summaryRoutes, prepareSummary } from '#features/regulatory/regularity/summary.server.ts'
import { summaryPaper } from '#features/regulatory/regularity/summary-paper.server.ts'
import { regularityPaper } from '#features/regulatory/regularity/paper.server.ts'
import { hasLeft } from '#parts/tenure/tenure.server.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Where a new look at each item is written: of its open tasks the one that falls due first. */
async function placesOf({ sql: db }: Ctx, client: number): Promise<ReadonlyMap<string, LookPlace>> {
  const { rows } = await sql<LookPlace & { key: string }>`
    select distinct on (coalesce(t.tarefa_id, 0), plain(i.name)) coalesce(t.tarefa_id, 0) || ' ' || plain(i.name) as key,
      t.uuid as task, i.uuid as item
    from client_tarefas t join client_tarefas_items i on i.parent_id = t.id and i.active
    where t.client_id = ${client} and t.deleted_at is null and t.active and ${sql.raw(openTaskSql('t'))}
    order by coalesce(t.tarefa_id, 0), plain(i.name), t.due_on, i.id`.execute(db)
  return new Map(rows.map(({ key: name, task, item }) => [name, { task, item }]))
}

const tabs = { item: 'tarefas', documento: 'documentos', obrigacao: 'obrigacoes' } as const

/** Adds for staff the link to where each check is corrected; client users get only its state. */
async function traced(
  ctx: Ctx,
  client: { readonly id: number; readonly uuid: string },
  checks: readonly RegularityCheck[],
): Promise<readonly TracedCheck[]> {
  if (!isStaff(ctx.user)) return checks.map(check => ({ ...check, path: null, look: null }))
  const places = await placesOf(ctx, client.id)
  const mayLook = can(ctx.user, 'client-tarefas.conferir')
  return checks.map(check => {
    const [, template = ''] = check.key.split(' ')
    const place = check.kind === 'item' ? places.get(`${template} ${foldText(check.name)}`) : undefined
    return {
      ...check,
      path: place ? `/client-tarefas/${place.task}` : `/clients/${client.uuid}?tab=${tabs[check.kind]}`,
      look: (mayLook && place) || null,
    }
  })
}

const show = (collects: FromCollects) =>
  serve(readRegularity, async (ctx, input) => {
    const { id, uuid } = await ctx.rows(clients).find(input.id, [])
    const terms = await lightTerms(ctx)
    const checks = (await checksOf(ctx, collects, [id], terms)).get(id) ?? []
    const { today, days } = terms
    return { today, days, light: lightOf(checks), checks: await traced(ctx, { id, uuid }, checks) }
  })

/** Clients of a house that files for everybody it knows. */
const MOST_CLIENTS = 20_000

const rememberBoard = whileUnchanged<RegularityBoard>([
  ...dutyTables,
  'client_tarefas',
  'client_tarefas_items',
  'configurations',
  'document_types',
  'documents',
  'tarefas',
])

async function boardOfAll(ctx: Ctx, collects: FromCollects): Promise<RegularityBoard> {
  const terms = await lightTerms(ctx)
  return rememberBoard(ctx, [terms], () => makeBoard(ctx, collects, terms))
}

async function makeBoard(ctx: Ctx, collects: FromCollects, terms: LightTerms): Promise<RegularityBoard> {
  const seen = await ctx.rows(clients).keys(listQuery(clients, { pagination: 'false', active: 'true' }), MOST_CLIENTS)
  const { rows } = await sql<{ id: number; uuid: string; name: string; responsible: string | null }>`
    select c.id, c.uuid, c.name, u.name as responsible from clients c left join users u on u.id = c.responsible_id
    where c.id = any(${seen}::bigint[]) and not c.prospect and not ${sql.raw(hasLeft('c'))}
    order by c.name collate pt_br, c.id`.execute(ctx.sql)
  const ids = rows.map(({ id }) => id)
  const found = await checksOf(ctx, collects, ids, terms)
  return {
    today: terms.today,
    rows: rows.map(({ id, uuid, name, responsible }) => {
      const checks = found.get(id) ?? []
      const light = lightOf(checks)
      const of = (wanted: Light) => checks.filter(each => each.light === wanted)
      const counts = {
        vermelho: of('vermelho').length,
        amarelo: of('amarelo').length,
        cinza: of('cinza').length,
        verde: of('verde').length,
      }
      const worst =
        light === 'verde'
          ? []
          : of(light)
              .slice(0, 3)
              .map(each => `${each.name}: ${each.said}`)
      return { client: { id, uuid, name }, responsible, light, counts, worst }
    }),
  }
}

export const regularityOnServer = (collects: FromCollects): ServerFeature => ({
  operations: () => [
    show(collects),
    serve(readRegularityBoard, async ctx => {
      refuseOutsiders(ctx)
      return boardOfAll(ctx, collects)
    }),
    regularityPaper(collects),
    lookRoute,
    ...summaryRoutes(collects),
    summaryPaper(collects),
  ],
  mails: { resumo: prepareSummary },
})
