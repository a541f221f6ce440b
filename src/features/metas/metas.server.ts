import { sql } from 'kysely'
import * as z from 'zod'
import { integer, list, shape, string } from '#kernel/json.ts'
import { metasAt, type Meta } from '#kernel/meta.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { countedConsequences, type ToldConsequences } from '#features/metas/consequences.ts'
import { holders, metasNameIn } from '#features/metas/holders.ts'
import { metaUploads } from '#features/metas/meta-uploads.server.ts'
import { spreadOperations } from '#features/metas/spread.server.ts'
import { particularities } from '#features/particularities/particularities.ts'
import { defining } from '#parts/custom-field/custom-field.server.ts'
import { consequencesOf, fates, definedAnew } from '#parts/custom-field/definition.ts'
import { key } from '#server/crud.ts'
import { operation, type Ctx } from '#server/operation.ts'

const asked = z.strictObject({
  section: z.enum(
    holders.map(({ path }) => path),
    'Escolha uma das listas do sistema.',
  ),
  id: z.union([z.int().positive().transform(String), z.string()], 'Informe o registro.').pipe(key),
  metas: z.array(z.unknown(), 'Informe uma lista.'),
})

/** The permission to define fields is that to be told what comes of it: whoever may save a definition asks this first. */
const consequences = operation<unknown, unknown, z.infer<typeof asked>>({
  id: defining,
  summary: 'Definir campos, e ver antes o que isso faz com o que já foi preenchido',
  method: 'POST',
  url: '/api/v1/metas/consequencias',
  access: 'permission',
  scope: 'none',
  rate: 'read',
  audit: null,
  body: asked,
  answers: {
    200: shape({
      data: shape({
        consequences: list(
          shape({ label: string, fate: { ...string, enum: Object.keys(fates) }, example: string, rows: integer }),
        ),
        clients: integer,
      }),
    }),
  },
  handle: async (ctx, { body: { section, id, metas } }) => {
    const of = holders.find(({ path }) => path === section)
    if (!of) throw problem('missing')
    const name = metasNameIn(of)
    const parsed = draftSchema(of.fields, { partial: true }).safeParse({ [name]: metas })
    if (!parsed.success) throw invalid(fieldErrors(parsed.error))
    const row: Readonly<Record<string, unknown>> = await ctx.rows(of).find(id)
    const after = metasAt(parsed.data, name)
    const own = consequencesOf(metasAt(row, name), after)
    const held = of.path === particularities.path ? await heldByClients(ctx, Number(row.id)) : []
    const data: ToldConsequences = {
      consequences: countedConsequences([
        ...own,
        ...held.flatMap(each => consequencesOf(each, definedAnew(each, after))),
      ]),
      clients: held.length,
    }
    return { data }
  },
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

export const metasOnServer: ServerFeature = { operations: () => [consequences, ...spreadOperations, ...metaUploads] }
