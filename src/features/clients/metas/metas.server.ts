import { sql } from 'kysely'
import { metasAt, type Meta } from '#kernel/meta.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import { features } from '#features/index.ts'
import { plans } from '#features/lookups.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { previewDefinition } from '#features/clients/metas/api.ts'
import { countedConsequences } from '#features/clients/metas/consequences.ts'
import { holders, metasNameIn } from '#features/clients/metas/holders.ts'
import { metaUploadRoutes } from '#features/clients/metas/meta-uploads.server.ts'
import { spreadRoutes } from '#features/clients/metas/spread.server.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { consequencesOf, definedAnew } from '#parts/custom-field/definition.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const previewRoute = serve(previewDefinition, async (ctx, { body: { section, id, metas } }) => {
  const of = holders.find(({ path }) => path === section)
  if (!of) throw problem('missing')
  const name = metasNameIn(of)
  const parsed = draftSchema(of.fields, { partial: true }).safeParse({ [name]: metas })
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  const row: Readonly<Record<string, unknown>> = await ctx.rows(of).find(id)
  const after = metasAt(parsed.data, name)
  const own = consequencesOf(metasAt(row, name), after)
  const held = of.path === particularities.path ? await heldByClients(ctx, Number(row.id)) : []
  const consequences = countedConsequences([
    ...own,
    ...held.flatMap(each => consequencesOf(each, definedAnew(each, after))),
  ])
  return { data: { consequences, clients: held.length } }
})

/** The fields of each client the reader sees that has this particularity. */
async function heldByClients(ctx: Ctx, particularity: number): Promise<readonly (readonly Meta[])[]> {
  const { rows } = await sql<{ id: number; metas: readonly Meta[] }>`
    select c.id, c.metas_only_father as metas from clients c
    where c.deleted_at is null
      and exists (select 1 from clients_particularities l where l.parent_id = c.id and l.particularity_id = ${particularity})`.execute(
    ctx.sql,
  )
  const seen = await ctx.rows(clients).among(
    rows.map(({ id }) => id),
    [],
  )
  const ids = new Set(seen.map(({ id }) => id))
  return rows.flatMap(({ id, metas }) => (ids.has(id) ? [metas] : []))
}

/** Plans are a plain lookup: nothing else of theirs has a server of its own. */
const ofPlans = extend(
  plans,
  withMetas(() => features, plans),
)

export const metasOnServer: ServerFeature = {
  extensions: [ofPlans],
  operations: () => [previewRoute, ...spreadRoutes, ...metaUploadRoutes],
}
