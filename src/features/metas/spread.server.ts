import { sql } from 'kysely'
import * as z from 'zod'
import { doneJson, integer, list, shape, string } from '#kernel/json.ts'
import { sentMeta, type Meta } from '#kernel/meta.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { isLocked, type RowOf } from '#kernel/resource.ts'
import { agree, count } from '#kernel/text.ts'
import type { SpreadAnswer } from '#features/metas/consequences.ts'
import { stations } from '#features/stations/stations.ts'
import { bringMetas } from '#parts/custom-field/custom-field.server.ts'
import { lastChanges } from '#parts/custom-field/last-changes.server.ts'
import { definitionOf, definedAnew } from '#parts/custom-field/definition.ts'
import { key } from '#server/crud.ts'
import { done, operation, type Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'

const common = {
  method: 'PUT',
  access: 'permission',
  scope: stations,
  rate: 'write',
  audit: 'stations.update',
} as const
/** Stations written in one act: more would hold the others too long. */
const most = 1_000
const leftJson = list(shape({ uuid: string, name: string, reason: string }))
const broughtJson = list(shape({ uuid: string, name: string, version: integer }))

const tooMany = `O cliente tem mais de ${(most + 1).toLocaleString('pt-BR')} estações: é mais do que se muda de uma vez. Nada foi alterado.`

type SpreadStation = Versioned<RowOf<typeof stations>>

/** Brings the fields of a station to the others of its client, as they are defined in it. */
const spread = operation<{ id: string }, unknown, { look: boolean }>({
  ...common,
  id: 'metas.levar',
  summary: 'Levar os campos de uma estação às outras do mesmo cliente',
  url: '/api/v1/metas/stations/:id/levar',
  params: z.object({ id: key }),
  body: z.strictObject({ look: z.boolean('Informe sim ou não.').default(false) }),
  answers: { 200: doneJson(shape({ brought: broughtJson, left: leftJson })) },
  handle: async (ctx, { params, body: { look } }) => {
    const given = await ctx.rows(stations).find(params.id)
    const { rows } = await sql<{ id: number }>`
      select id from stations where client_id = ${given.client_id} and id <> ${given.id} and deleted_at is null
      order by name, id limit ${most + 1}`.execute(ctx.sql)
    if (rows.length > most) throw problem('conflict', tooMany)
    const ids = (
      await ctx.rows(stations).among(
        rows.map(({ id }) => id),
        [],
      )
    ).map(({ id }) => id)
    return answered(
      await toEach(ctx, ids, async station => {
        const metas = definedAnew(station.metas, given.metas)
        if (told(metas) === told(station.metas)) return { reason: 'Já tem tudo, como está definido agora.' }
        const sent = bringMetas(metas.map(each => sentMeta(each)))
        return { version: look ? station.version : await save(ctx, station, sent) }
      }),
      look ? ['recebe os campos', 'recebem os campos'] : ['recebeu os campos', 'receberam os campos'],
    )
  },
})
const told = (metas: readonly Meta[]) => metas.map(definitionOf).join()

const back = z.strictObject({
  stations: z
    .array(z.strictObject({ uuid: z.uuid(), version: z.int().positive() }), 'Informe a lista de estações.')
    .min(1)
    .max(most),
})

interface SpreadChanges {
  readonly metas?: readonly [before: readonly Meta[], after: unknown]
}

/** Takes back what was just brought, from stations that nobody changed since. */
const undo = operation<unknown, unknown, z.infer<typeof back>>({
  ...common,
  id: 'metas.desfazer',
  summary: 'Desfazer os campos que acabaram de ser levados a estações',
  url: '/api/v1/metas/stations/desfazer',
  body: back,
  answers: { 200: doneJson(shape({ brought: broughtJson, left: leftJson })) },
  handle: async (ctx, { body }) => {
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
  },
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
  return done(200, `${count(length, stations.text)} ${length === 1 ? one : many}.`, data)
}

export const spreadOperations = [spread, undo] as const
