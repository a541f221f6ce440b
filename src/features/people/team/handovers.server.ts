import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { tableOf } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import { handOver, previewHandover } from '#features/people/team/api.ts'
import { refuseAbove } from '#features/people/team/absences.server.ts'
import { handovers } from '#features/people/team/handovers.ts'
import { nameResponsible } from '#features/people/team/move.server.ts'
import { team } from '#features/people/team/team.ts'
import { sealOf, weighPassing, type Passing, type WeighedKind } from '#features/people/team/weigh.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import { handedOver, ownDay } from '#parts/person/told.ts'
import type { OfficeDuty } from '#parts/person/burden.server.ts'
import { outsidersAmong } from '#parts/person/person.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** What handing over needs of the server. */
export interface HandingHouse {
  readonly catalog: () => Catalog
  readonly burdens: () => readonly OfficeDuty[]
}

/** Most names listed of each kind. */
const MOST_NAMES = 500
const kindsIn = (house: HandingHouse, given: readonly string[]) => {
  const known = house.burdens().map(({ of }) => of.path)
  if (given.length && given.every(kind => known.includes(kind))) return [...new Set(given)]
  throw invalid({ kinds: `Escolha o que passar: ${known.join(', ')}.` })
}

/** Refuses people the user cannot see, and a giver with permissions the user lacks. */
async function refusePeople(ctx: Ctx, { giver, receiver }: Passing) {
  const from = giver === null ? null : await ctx.rows(team).find(giver)
  const to = await ctx.rows(team).find(receiver)
  if (giver === receiver) throw invalid({ receiver_id: 'O trabalho já é desta pessoa. Escolha outra.' })
  if (giver !== null) await refuseAbove(ctx, giver)
  if (!to.active) throw invalid({ receiver_id: `${to.name} está com o acesso inativo. Escolha outra pessoa.` })
  const [wrong] = await outsidersAmong(ctx.sql, [{ person: receiver, of: { company: to.empresa_id } }])
  if (wrong != null) throw invalid({ receiver_id: wrong })
  return { from, to }
}

const namedRow = ({ id, name }: { readonly id: number; readonly name: string }) => ({ id, name })
const seenOf = (weighed: readonly WeighedKind[]) =>
  weighed.map(({ burden, moved, carried, kept }) => ({
    kind: burden.of.path,
    moved: moved.length,
    carried: carried.length,
    kept: kept.length,
    rows: [...moved, ...carried].slice(0, MOST_NAMES).map(namedRow),
    left: kept.slice(0, MOST_NAMES).map(({ id, name, why }) => ({ id, name, why })),
  }))
const sumOf = (weighed: readonly WeighedKind[], of: (kind: WeighedKind) => readonly unknown[]) =>
  weighed.reduce((sum, kind) => sum + of(kind).length, 0)

/** Looks at what would be handed over; the seal is given back to do it. */
const previewOf = (house: HandingHouse) =>
  serve(previewHandover, async (ctx, { query }) => {
    const passing: Passing = {
      giver: query.giver_id ?? null,
      receiver: query.receiver_id,
      kinds: kindsIn(house, query.kinds.split(',')),
    }
    await refusePeople(ctx, passing)
    const weighed = await weighPassing(ctx, { catalog: house.catalog(), burdens: house.burdens() }, passing)
    return { data: { seal: sealOf(passing, weighed), kinds: seenOf(weighed) } }
  })

/** Hands over what the preview showed, or nothing where it is no longer so. */
const storeOf = (house: HandingHouse) =>
  serve(handOver, async (ctx, { body }) => {
    const passing: Passing = {
      giver: body.giver_id,
      receiver: body.receiver_id,
      kinds: kindsIn(house, body.kinds),
    }
    await holdPeople(ctx, passing)
    await refusePeople(ctx, passing)
    const weighed = await weighPassing(ctx, { catalog: house.catalog(), burdens: house.burdens() }, passing, true)
    if (sealOf(passing, weighed) !== body.seal)
      throw problem('conflict', 'O trabalho mudou depois da prévia. Nada passou: veja de novo antes de confirmar.')
    const moved = sumOf(weighed, each => each.moved)
    if (!moved) throw problem('conflict', 'Não há o que passar.')
    const row = await ctx.rows(handovers).create({
      name: join(weighed.filter(each => each.moved.length).map(each => count(each.moved.length, each.burden.of.text))),
      giver_id: passing.giver,
      receiver_id: passing.receiver,
      moved,
      kept: sumOf(weighed, each => each.kept),
      user_id: ctx.user.id,
    })
    for (const { burden, moved: rows } of weighed) {
      const given = rows.map(({ id }) => ({ id, to: passing.receiver }))
      const written = await nameResponsible(ctx, burden, given, 'passar')
      await sql`
        insert into handover_rows (handover_id, resource, row_id, before_id, event_id)
        select ${row.id}, ${tableOf(burden.of)}, n.id, n.before, n.event
        from json_to_recordset(${JSON.stringify(written)}::json) as n(id bigint, before bigint, event bigint)`.execute(
        ctx.sql,
      )
    }
    await notify(ctx, {
      kind: handedOver,
      to: [passing.receiver],
      title: `${ctx.user.name} passou a você ${row.name}`,
      path: ownDay,
    })
    return new Answer(201, doneAnswer(201, `Passaram ${row.name}.`, row))
  })

/** Two who hand over of or to the same people wait for each other. */
const holdPeople = (ctx: Ctx, { giver, receiver }: Passing) =>
  sql`select id from users where id = any(${[giver ?? receiver, receiver]}::bigint[]) order by id for no key update`.execute(
    ctx.sql,
  )

export const handingRoutes = (house: HandingHouse) => [previewOf(house), storeOf(house)]
