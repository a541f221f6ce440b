import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { compareVersions, type SentVersion, type VersionPair } from '#features/regulatory/collects/files/api.ts'
import { differ } from '#features/regulatory/collects/files/versions.ts'
import { groupsOf } from '#features/regulatory/collects/files/written.server.ts'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { sentSteps, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { groupsIn } from '#features/regulatory/anatel/read.server.ts'
import { readStored } from '#parts/file/store.server.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Lists the stored file of each sent version, the last first. */
async function sentVersionsOf(ctx: Ctx, { id }: Pick<Collect, 'id'>): Promise<readonly SentVersion[]> {
  const { rows } = await sql<SentVersion>`
    select f.edition, f.uuid, f.name, to_json(f.created_at) #>> '{}' as at, u.name as "user", coalesce(f.rows, 0) as rows,
      coalesce(f.accesses, 0) as accesses, f.sha256
    from collect_files f left join users u on u.id = f.user_id
    where f.collect_id = ${id} and f.kind = 'arquivo' and f.deleted_at is null order by f.edition desc limit 200`.execute(
    ctx.sql,
  )
  return rows
}

/** Picks the versions to compare: those requested or, by default, the newest and the one before. */
function choose(known: readonly number[], { de, ate }: VersionPair) {
  const missing = [de, ate].find(each => each !== undefined && !known.includes(each))
  if (missing !== undefined) throw problem('missing', `A versão ${missing} desta coleta não foi guardada.`)
  const after = ate ?? known[0]
  const before = de ?? known.find(each => after !== undefined && each < after)
  return after === undefined || before === undefined || before === after ? null : { before, after }
}

const versions = serve(compareVersions, async (ctx, { id, query }) => {
  const collect = await ctx.rows(collects).find(id, [])
  const sent = await sentVersionsOf(ctx, collect)
  const isOut = sentSteps.includes(steps[stepOf(collect.status)].name)
  const current = isOut ? null : collect.edition
  const known = [...(current === null ? [] : [current]), ...sent.map(each => each.edition)]
  const chosen = choose(known, query)
  const groupsAt = async (at: number): Promise<readonly AccessGroup[]> => {
    const file = sent.find(each => each.edition === at)
    if (!file) return groupsOf(ctx, collect)
    return groupsIn(await readStored(ctx.config, file.sha256))
  }
  return {
    data: {
      versions: sent,
      current,
      pair: chosen,
      difference: chosen && (await difference(ctx, await groupsAt(chosen.before), await groupsAt(chosen.after))),
    },
  }
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
