import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { townsOf } from '#parts/address/towns.server.ts'
import type { Period } from '#parts/period/period.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { cnpjIn } from '#features/regulatory/anatel/access-file.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { layoutsOf } from '#features/regulatory/anatel/layouts.ts'
import { otherService, termOf } from '#features/regulatory/anatel/services.server.ts'
import { tokensOf, type Tokens } from '#features/regulatory/anatel/tokens.server.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { variationPercent } from '#features/regulatory/collects/coleta/settings.server.ts'
import { accessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { contentsOf } from '#features/regulatory/collects/intake/contents.server.ts'
import type { CollectContents } from '#features/regulatory/collects/intake/evidence/entry.ts'
import type { FileContext } from '#features/regulatory/collects/intake/import.server.ts'
import { rememberedFor } from '#features/regulatory/intake/mappings.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What is known of a coleta before a file is read for it. */
export interface CollectContext {
  readonly collect: ListedOf<typeof collects> & { readonly version: number }
  readonly takings: Collect['takings']
  readonly known: FileContext
  readonly lookups: Lookups
  readonly tokens: Tokens
  /** What the coleta has before. */
  readonly contents: CollectContents
  /** A change of this many percent from the month before is confirmed. */
  readonly threshold: number
}

/** Reads what a file of a coleta is judged with. Throws a 409 where its service has no monthly file. */
export async function coletaContext(ctx: Ctx, id: string): Promise<CollectContext> {
  const { takings, ...collect } = await ctx.rows(collects).find(id, ['takings'])
  const layouts = layoutsOf(await termOf(ctx, collect.service_type_id))
  if (!layouts.length) throw problem('conflict', otherService(collect))
  const tokens = await tokensOf(ctx.sql)
  const client = await ctx.rows(clients).find(collect.client_id)
  const contents = await contentsOf(ctx, collect.id, takings)
  const remembered = await rememberedFor(ctx, { intake: 'coleta', client: collect.client_id })
  return {
    collect,
    takings,
    known: {
      layouts,
      near: await statesOf(ctx, collect),
      marks: contents.marks,
      remembered: remembered.map(each => ({ ...each, mapping: accessMapping(each.mapping) })),
    },
    lookups: await lookupsFor(ctx, collect, client, tokens),
    tokens,
    contents,
    threshold: client.variation_percent ?? ctx.config.of(variationPercent),
  }
}

async function lookupsFor(
  ctx: Ctx,
  collect: Period,
  { document }: { readonly document: string },
  tokens: Tokens,
): Promise<Lookups> {
  const { towns } = await townsOf(ctx.sql)
  return {
    tokens: {
      TIPO_CLIENTE: tokens.active('TIPO_CLIENTE'),
      TIPO_ATENDIMENTO: tokens.active('TIPO_ATENDIMENTO'),
      TIPO_MEIO: tokens.active('TIPO_MEIO'),
      TIPO_PRODUTO: tokens.active('TIPO_PRODUTO'),
      TIPO_TECNOLOGIA: tokens.active('TIPO_TECNOLOGIA'),
    },
    cities: towns,
    cnpj: cnpjIn(document),
    year: collect.year,
    month: collect.month,
  }
}

/** Returns the coleta's states or, if it has none, its client's. */
async function statesOf(ctx: Ctx, { id, client_id }: Pick<Collect, 'id' | 'client_id'>): Promise<readonly string[]> {
  const { rows } = await sql<{ uf: string; told: boolean }>`
    select distinct c.name_state as uf, true as told from collects_locations l join cities c on c.id = l.city_id where l.parent_id = ${id}
    union all
    select distinct c.name_state, false from clients_addresses a join cities c on c.id = a.city_id where a.parent_id = ${client_id}`.execute(
    ctx.sql,
  )
  const told = rows.filter(({ told }) => told)
  return (told.length ? told : rows).map(({ uf }) => uf)
}
