import { sql } from 'kysely'
import { holdsAll, type Rights } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { absences } from '#features/people/team/absences.ts'
import { record } from '#server/audit.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

interface AbsenceDays {
  readonly id?: number
  readonly person_id: number
  readonly stand_in_id: number
  readonly since: string
  readonly until: string
}

export const absencesExtension = extend(absences, {
  guard: ({ person_id }, ctx) => refuseAbove(ctx, person_id),
  beforeCreate: async (draft, ctx) => {
    await refuseAbove(ctx, draft.person_id)
    await refuseClash(ctx, draft)
    return draft
  },
  beforeUpdate: async (draft, row, ctx) => {
    if (draft.person_id !== undefined && draft.person_id !== row.person_id) await refuseAbove(ctx, draft.person_id)
    await refuseClash(ctx, { ...row, ...draft })
    return draft
  },
  beforeTurn: async (ids, active, ctx) => {
    if (!active) return
    for (const id of ids) await refuseClash(ctx, await ctx.rows(absences).find(id))
  },
  beforeRevive: async (row, ctx) => refuseClash(ctx, row),
  actions: {
    encerrar: async (row, ctx) => {
      const { day } = dayIn(new Date())
      if (row.until < day) throw problem('conflict', `O afastamento já acabou, em ${showDate(row.until)}.`)
      if (row.since < day) {
        const until = dayAfter(day, -1)
        return ctx.rows(absences).update(row.id, { until }, undefined, 'encerrar')
      }
      // What did not begin yet never was.
      await sql`update absences set deleted_at = now(), version = version + 1, updated_at = now() where id = ${row.id}`.execute(
        ctx.sql,
      )
      await record(ctx, absences, row.id, 'encerrar', {})
      return row
    },
  },
})

/** Refuses to take work from a person with more rights than the user. */
export async function refuseAbove({ sql: db, user }: Ctx, person: number): Promise<void> {
  if (person === user.id) return
  const { rows } = await sql<Rights>`
    select p.is_admin, p.audience, p.allow_routes from users u join profiles p on p.id = u.profile_id where u.id = ${person}`.execute(
    db,
  )
  if (rows.some(rights => !holdsAll(user, rights)))
    throw problem(
      'forbidden',
      'Esta pessoa pode mais do que você: só quem pode tudo o que ela pode mexe no trabalho dela.',
    )
}

/** Whose days overlap: of the one who is away, or of the other one, who is to be there. */
async function refuseClash(ctx: Ctx, { id = 0, person_id, stand_in_id, since, until }: AbsenceDays): Promise<void> {
  if (until < since) throw invalid({ until: 'O último dia vem antes do primeiro.' })
  if (person_id === stand_in_id) throw invalid({ stand_in_id: 'Ninguém fica no próprio lugar. Escolha outra pessoa.' })
  // Two who write of the same people wait for each other.
  const { rows: people } = await sql<{ id: number; staff: boolean; empresa_id: number | null }>`
    select u.id, u.empresa_id, p.audience = 'equipe' as staff from users u join profiles p on p.id = u.profile_id
    where u.id in (${person_id}, ${stand_in_id}) and u.deleted_at is null order by u.id for no key update of u`.execute(
    ctx.sql,
  )
  const [person, standIn] = [person_id, stand_in_id].map(each => people.find(found => found.id === each))
  // The check of references reports a missing person.
  if (!person || !standIn) return
  if (!standIn.staff) throw invalid({ stand_in_id: 'Esta pessoa não é da equipe da casa. Escolha alguém da equipe.' })
  if (standIn.empresa_id !== null && standIn.empresa_id !== person.empresa_id)
    throw invalid({
      stand_in_id: 'Esta pessoa não vê tudo o que a outra vê: trabalha em uma empresa só. Escolha alguém que veja.',
    })
  const { rows: clashes } = await sql<AbsenceDays & { readonly person: string; readonly stand_in: string }>`
    select a.person_id, a.stand_in_id, a.since, a.until, p.name as person, s.name as stand_in
    from absences a join users p on p.id = a.person_id join users s on s.id = a.stand_in_id
    where a.id <> ${id} and a.deleted_at is null and a.active and a.since <= ${until}::date and a.until >= ${since}::date
      and (a.person_id in (${person_id}, ${stand_in_id}) or a.stand_in_id = ${person_id})
    order by a.since, a.id`.execute(ctx.sql)
  for (const clash of clashes) {
    const days = `de ${showDate(clash.since)} a ${showDate(clash.until)}`
    if (clash.person_id === person_id)
      throw invalid({ since: `${clash.person} já está fora ${days}. Mude aquele afastamento, ou escolha outros dias.` })
    if (clash.person_id === stand_in_id)
      throw invalid({ stand_in_id: `${clash.person} está fora ${days}. Escolha outra pessoa, ou outros dias.` })
    throw invalid({
      person_id: `${clash.stand_in} fica no lugar de ${clash.person} ${days}. Escolha antes outra pessoa para lá.`,
    })
  }
}
