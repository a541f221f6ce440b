import { sql } from 'kysely'
import * as z from 'zod'
import { integer, list, maybe, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { differ, type Version, type Versions } from '#features/regulatory/collects/files/versions.ts'
import { groupsOf } from '#features/regulatory/collects/files/written.server.ts'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { sentSteps, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { groupsIn } from '#features/regulatory/anatel/read.server.ts'
import { readStored } from '#parts/file/store.server.ts'
import { key } from '#server/crud.ts'
import { operation, type Ctx } from '#server/operation.ts'

/** Lists the stored file of each sent version, the last first. */
async function keptOf(ctx: Ctx, { id }: Pick<Collect, 'id'>): Promise<readonly Version[]> {
  const { rows } = await sql<Version>`
    select f.edition, f.uuid, f.name, to_json(f.created_at) #>> '{}' as at, u.name as "user", coalesce(f.rows, 0) as rows,
      coalesce(f.accesses, 0) as accesses, f.sha256
    from collect_files f left join users u on u.id = f.user_id
    where f.collect_id = ${id} and f.kind = 'arquivo' and f.deleted_at is null order by f.edition desc limit 200`.execute(
    ctx.sql,
  )
  return rows
}

const edition = z.coerce.number('Informe o número da versão.').int().min(1).max(100_000).optional()
const editionsSchema = z.strictObject({ de: edition, ate: edition })
type VersionsQuery = z.infer<typeof editionsSchema>

/** Picks the versions to compare: those requested or, by default, the newest and the one before. */
function choose(known: readonly number[], { de, ate }: VersionsQuery) {
  const missing = [de, ate].find(each => each !== undefined && !known.includes(each))
  if (missing !== undefined) throw problem('missing', `A versão ${missing} desta coleta não foi guardada.`)
  const after = ate ?? known[0]
  const before = de ?? known.find(each => after !== undefined && each < after)
  return after === undefined || before === undefined || before === after ? null : { before, after }
}

const change = { name: string, before: integer, after: integer } as const
const versions = operation<{ id: string }, VersionsQuery>({
  id: 'collects.versoes',
  summary: 'Ver as versões enviadas da coleta e o que mudou de uma a outra',
  method: 'GET',
  url: '/api/v1/collects/:id/versoes',
  access: 'permission',
  scope: collects,
  rate: 'read',
  audit: null,
  params: z.object({ id: key }),
  query: editionsSchema,
  answers: {
    200: shape({
      data: shape({
        versions: list(
          shape({
            edition: integer,
            uuid: string,
            sha256: string,
            name: string,
            at: string,
            user: maybe(string),
            rows: integer,
            accesses: integer,
          }),
        ),
        current: maybe(integer),
        pair: maybe(shape({ before: integer, after: integer })),
        difference: maybe(
          shape({
            accesses: shape(change),
            places: list(shape(change)),
            groups: list(shape({ place: string, ...change })),
          }),
        ),
      }),
    }),
  },
  handle: async (ctx, { params, query }) => {
    const collect = await ctx.rows(collects).find(params.id, [])
    const kept = await keptOf(ctx, collect)
    const isOut = sentSteps.includes(steps[stepOf(collect.status)].name)
    const current = isOut ? null : collect.edition
    const known = [...(current === null ? [] : [current]), ...kept.map(each => each.edition)]
    const chosen = choose(known, query)
    const groupsAt = async (at: number): Promise<readonly AccessGroup[]> => {
      const file = kept.find(each => each.edition === at)
      if (!file) return groupsOf(ctx, collect)
      return groupsIn(await readStored(ctx.config, file.sha256))
    }
    const data: Versions = {
      versions: kept,
      current,
      pair: chosen,
      difference: chosen && (await difference(ctx, await groupsAt(chosen.before), await groupsAt(chosen.after))),
    }
    return { data }
  },
})

async function difference(ctx: Ctx, before: readonly AccessGroup[], after: readonly AccessGroup[]) {
  const codes = [...new Set([...before, ...after].map(({ cod_ibge }) => cod_ibge))]
  const { rows } = await sql<{
    ibge: number
    label: string
  }>`select ibge, label from cities where ibge = any(${codes}::integer[])`.execute(ctx.sql)
  const names = new Map(rows.map(({ ibge, label }) => [ibge, label]))
  return differ(before, after, ibge => names.get(ibge) ?? String(ibge))
}

export const versionOperations = [versions] as const
