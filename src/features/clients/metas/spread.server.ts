import { sql } from 'kysely'
import { sentMeta, type Meta } from '#kernel/meta.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { isLocked, type RowOf } from '#kernel/resource.ts'
import { agree, count } from '#kernel/text.ts'
import { spreadFields, undoSpread, type SpreadAnswer } from '#features/clients/metas/api.ts'
import { spreadLimit } from '#features/clients/metas/limits.ts'
import { stations } from '#features/network/stations/stations.ts'
import { bringMetas } from '#parts/custom-field/custom-field.server.ts'
import { lastChanges } from '#parts/custom-field/last-changes.server.ts'
import { definitionOf, definedAnew } from '#parts/custom-field/definition.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'
import { serve } from '#server/serve.ts'

const tooMany = `O cliente tem mais de ${(spreadLimit + 1).toLocaleString('pt-BR')} estações: é mais do que se muda de uma vez. Nada foi alterado.`

type SpreadStation = Versioned<RowOf<typeof stations>>

/** Brings the fields of a station to the others of its client, as they are defined in it. */
const spreadRoute = serve(spreadFields, async (ctx, { id, body: { look } }) => {
  const given = await ctx.rows(stations).find(id)
  const { rows } = await sql<{ id: number }>`
      select id from stations where client_id = ${given.client_id} and id <> ${given.id} and deleted_at is null
      order by name, id limit ${spreadLimit + 1}`.execute(ctx.sql)
  if (rows.length > spreadLimit) throw problem('conflict', tooMany)
  const ids = (
    await ctx.rows(stations).among(
      rows.map(row => row.id),
      [],
    )
  ).map(row => row.id)
  return answered(
    await toEach(ctx, ids, async station => {
      const metas = definedAnew(station.metas, given.metas)
      if (definitionsOf(metas) === definitionsOf(station.metas))
        return { reason: 'Já tem tudo, como está definido agora.' }
      const sent = bringMetas(metas.map(each => sentMeta(each)))
      return { version: look ? station.version : await save(ctx, station, sent) }
    }),
    look ? ['recebe os campos', 'recebem os campos'] : ['recebeu os campos', 'receberam os campos'],
  )
})
const definitionsOf = (metas: readonly Meta[]) => metas.map(definitionOf).join()

interface SpreadChanges {
  readonly metas?: readonly [before: readonly Meta[], after: unknown]
}

/** Takes back what was just brought, from stations that nobody changed since. */
const undoRoute = serve(undoSpread, async (ctx, { body }) => {
  const versions = new Map(body.stations.map(each => [each.uuid.toLowerCase(), each.version]))
  return answered(
    await toEach(ctx, [...versions.keys()], async station => {
      const last = await lastChanges<SpreadChanges>(ctx, stations, [station.id])
      const before = last.get(station.id)?.metas?.[0]
      if (!before || station.version !== versions.get(station.uuid)) return { reason: 'Mudou depois.' }
      return { version: await save(ctx, station, bringMetas(before)) }
    }),
    ['voltou a como era', 'voltaram a como eram'],
  )
})

async function save(ctx: Ctx, station: SpreadStation, metas: readonly Meta[]): Promise<number> {
  return (await ctx.rows(stations).put(station.id, { metas }, station.version)).version
}

type Spreading = { readonly version: number } | { readonly reason: string }
/** Does it to one station after the other; those that refuse are left out, with what they say. */
async function toEach(
  ctx: Ctx,
  keys: readonly (string | number)[],
  act: (station: SpreadStation) => Promise<Spreading>,
): Promise<SpreadAnswer> {
  const brought: SpreadAnswer['brought'][number][] = []
  const left: SpreadAnswer['left'][number][] = []
  for (const each of keys) {
    const station = await ctx.rows(stations).find(each)
    const closed = !station.active
      ? `${agree(stations.text, 'inativo')}.`
      : isLocked(stations, station)
        ? `${agree(stations.text, 'fechado')}: reabra antes.`
        : null
    const fate: Spreading = closed
      ? { reason: closed }
      : await act(station).catch((thrown: unknown) => ({ reason: refusalIn(thrown).join(' ') }))
    const { uuid, name } = station
    if ('version' in fate) brought.push({ uuid, name, version: fate.version })
    else left.push({ uuid, name, reason: fate.reason })
  }
  return { brought, left }
}

function answered(data: SpreadAnswer, [one, many]: readonly [string, string]) {
  const { length } = data.brought
  return doneAnswer(200, `${count(length, stations.text)} ${length === 1 ? one : many}.`, data)
}

export const spreadRoutes = [spreadRoute, undoRoute] as const
