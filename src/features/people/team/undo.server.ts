import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { tableOf } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import { previewGivingBack, undoHandover } from '#features/people/team/api.ts'
import { refuseAbove } from '#features/people/team/absences.server.ts'
import type { HandingHouse } from '#features/people/team/handovers.server.ts'
import { handovers, type Handover } from '#features/people/team/handovers.ts'
import { nameResponsible } from '#features/people/team/move.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import { handedOver, ownDay } from '#parts/person/told.ts'
import type { OfficeDuty } from '#parts/person/burden.server.ts'
import { outsidersAmong } from '#parts/person/person.server.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'

/** A row that was handed over, in its present state. */
interface HandedRow {
  readonly id: number
  readonly name: string
  readonly before: number | null
  readonly client: number
  /** Whose client it is now. */
  readonly client_person: number | null
  readonly there: boolean
  /** It still names who received it. */
  readonly theirs: boolean
  /** Somebody named another since, in whatever way it came back. */
  readonly renamed: boolean
}
interface GoingBack {
  readonly burden: OfficeDuty
  readonly back: readonly { readonly id: number; readonly name: string; readonly to: number | null }[]
  readonly stays: readonly { readonly id: number; readonly name: string; readonly why: string }[]
}

/** Lists rows that would return to their previous person; optionally locks them until the transaction ends. */
async function weighReturn(ctx: Ctx, house: HandingHouse, row: Handover, held = false): Promise<readonly GoingBack[]> {
  const found: GoingBack[] = []
  for (const burden of house.burdens()) {
    const rows = await handedRows(ctx, house, burden, row, held)
    if (!rows.length) continue
    const outsiders =
      row.giver_id === null
        ? rows.map(() => null)
        : await outsidersAmong(
            ctx.sql,
            rows.map(({ client }) => ({ person: row.giver_id, of: { client } })),
          )
    const why = (each: HandedRow, n: number) => {
      if (!each.there) return 'Não está mais aqui: foi excluído, ou é de outra empresa.'
      if (!each.theirs) return 'Passou a outra pessoa depois.'
      if (each.renamed) return 'Mudou de mãos depois, e voltou.'
      return outsiders[n] == null ? null : 'Quem passou não vê mais o cliente.'
    }
    const said = rows.map(why)
    // What followed its client follows it again, where the client is still the giver's.
    const to = ({ before, client_person }: HandedRow) =>
      before === null && burden.follows && client_person !== row.giver_id ? row.giver_id : before
    found.push({
      burden,
      back: rows.flatMap((each, n) => (said[n] == null ? [{ id: each.id, name: each.name, to: to(each) }] : [])),
      stays: rows.flatMap((each, n) => {
        const reason = said[n]
        return reason == null ? [] : [{ id: each.id, name: each.name, why: reason }]
      }),
    })
    // Clients are first: what follows them is judged by where they are now.
    if (held) await giveBack(ctx, row, found.at(-1))
  }
  return found
}

/** Restores the previous person of each row, and records the history event. */
async function giveBack(ctx: Ctx, { id }: Handover, going: GoingBack | undefined): Promise<void> {
  if (!going) return
  const written = await nameResponsible(ctx, going.burden, going.back, 'devolver')
  await sql`
    update handover_rows r set back_event_id = n.event from json_to_recordset(${JSON.stringify(written)}::json) as n(id bigint, event bigint)
    where r.handover_id = ${id} and r.resource = ${tableOf(going.burden.of)} and r.row_id = n.id`.execute(ctx.sql)
}

async function handedRows(ctx: Ctx, house: HandingHouse, burden: OfficeDuty, row: Handover, held: boolean) {
  const table = tableOf(burden.of)
  const { rows } = await sql<HandedRow>`
    select t.id, ${burden.name} as name, r.before_id as before, ${burden.client} as client,
      (select rc.responsible_id from clients rc where rc.id = ${burden.client}) as client_person,
      t.deleted_at is null and ${scopeSql(house.catalog(), burden.of, ctx.user)} as there,
      t.${sql.ref(burden.by)} is not distinct from ${row.receiver_id}::bigint as theirs,
      exists (
        select 1 from audit_events e
        where e.resource = ${table} and e.row_id = t.id and e.id > r.event_id and e.changes -> ${burden.by} is not null
          and not exists (
            select 1 from handover_rows o where o.resource = ${table} and o.row_id = t.id and o.back_event_id is not null
              and e.id in (o.event_id, o.back_event_id))) as renamed
    from handover_rows r join ${sql.table(table)} t on t.id = r.row_id
    where r.handover_id = ${row.id} and r.resource = ${table} and r.back_event_id is null
    order by t.id ${held ? sql`for no key update of t` : sql``}`.execute(ctx.sql)
  return rows
}

/** Most names listed of each kind. */
const MOST_NAMES = 500
const saidOf = (going: readonly GoingBack[]) =>
  going.map(({ burden, back, stays }) => ({
    kind: burden.of.path,
    back: back.length,
    stays: stays.length,
    rows: back.slice(0, MOST_NAMES).map(({ id, name }) => ({ id, name })),
    left: stays.slice(0, MOST_NAMES),
  }))

/** Only its author, or a user who may take the receiver's work, may undo a handover. */
async function refuseReturn(ctx: Ctx, row: Handover) {
  if (row.user_id !== ctx.user.id) await refuseAbove(ctx, row.receiver_id)
  if (row.undone_at !== null) throw problem('conflict', 'Esta passagem já foi desfeita.')
  if (row.giver_id === null) return
  const { rows } = await sql<{ name: string; active: boolean; gone: boolean }>`
    select name, active, deleted_at is not null as gone from users where id = ${row.giver_id}`.execute(ctx.sql)
  const [giver] = rows
  if (!giver || giver.gone || !giver.active)
    throw problem(
      'conflict',
      `${giver?.name ?? 'Quem passou'} não trabalha mais aqui: não há a quem devolver. Passe o trabalho a outra pessoa.`,
    )
}

/** What undoing would give back, and what would stay. */
const lookBackOf = (house: HandingHouse) =>
  serve(previewGivingBack, async (ctx, { id }) => {
    const row = await ctx.rows(handovers).find(id)
    await refuseReturn(ctx, row)
    return { data: saidOf(await weighReturn(ctx, house, row)) }
  })

/** Returns rows the receiver still has and nobody reassigned; reports the rest, which stays. */
const undoOf = (house: HandingHouse) =>
  serve(undoHandover, async (ctx, input) => {
    const { id } = await ctx.rows(handovers).find(input.id)
    await sql`select id from handovers where id = ${id} for update`.execute(ctx.sql)
    const row = await ctx.rows(handovers).find(id)
    await refuseReturn(ctx, row)
    const going = await weighReturn(ctx, house, row, true)
    const back = going.reduce((sum, each) => sum + each.back.length, 0)
    const stays = going.reduce((sum, each) => sum + each.stays.length, 0)
    const updated = await ctx
      .rows(handovers)
      .update(id, { undone_at: new Date().toISOString(), undone_by_id: ctx.user.id }, undefined, 'desfazer')
    if (row.giver_id !== null && back > 0)
      await notify(ctx, {
        kind: handedOver,
        to: [row.giver_id],
        title: `${ctx.user.name} devolveu a você o que passou: ${row.name}`,
        path: ownDay,
      })
    // What they did not read yet of the passing gives way to this.
    if (back > 0)
      await notify(ctx, {
        kind: handedOver,
        to: [row.receiver_id],
        title: `${ctx.user.name} desfez a passagem a você: ${row.name}`,
        path: ownDay,
        anew: true,
      })
    const registro = { one: 'registro', many: 'registros', gender: 'm' } as const
    const said = `${back === 1 ? 'Voltou' : 'Voltaram'} ${count(back, registro)}${stays ? `; ${stays === 1 ? 'ficou' : 'ficaram'} ${stays}` : ''}.`
    return doneAnswer(200, said, { row: updated, kinds: saidOf(going) })
  })

export const undoRoutes = (house: HandingHouse) => [lookBackOf(house), undoOf(house)]
