import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** Somebody who is to answer for what is of a client, or of the company a client is to have. */
export interface Charge {
  /** Their id; nobody, and there is nothing to refuse. */
  readonly person: number | null | undefined
  readonly of: { readonly client: number } | { readonly company: number | null }
  /** Where it was written. */
  readonly at?: string
}

/** Gives the error of each person, in order; null where there is none, or no such person, which references report. */
export async function outsidersAmong(db: Sql, charges: readonly Charge[]): Promise<readonly (string | null)[]> {
  const asked = charges.map(({ person, of }, n) => ({ n, person: person ?? null, ...of }))
  if (asked.every(({ person }) => person === null)) return charges.map(() => null)
  const { rows } = await sql<Judged>`
    select j.n, p.audience = 'equipe' as staff,
      p.is_admin or p.allow_routes::jsonb ? 'clients.show' as sees,
      u.empresa_id is null or u.empresa_id is not distinct from case when c.id is null then j.company else c.empresa_responsavel_id end as near
    from json_to_recordset(${JSON.stringify(asked)}::json) as j(n integer, person bigint, client bigint, company bigint)
    join users u on u.id = j.person and u.deleted_at is null join profiles p on p.id = u.profile_id
    left join clients c on c.id = j.client`.execute(db)
  const found = new Map(rows.map(row => [row.n, row]))
  return charges.map((_, n) => {
    const row = found.get(n)
    return row ? saidOf(row) : null
  })
}
interface Judged {
  readonly n: number
  readonly staff: boolean
  readonly sees: boolean
  readonly near: boolean
}

function saidOf({ staff, sees, near }: Judged): string | null {
  if (!staff) return 'Esta pessoa não é da equipe da casa. Escolha alguém da equipe.'
  if (!near) return 'Esta pessoa trabalha em outra empresa e não vê o cliente. Escolha alguém da empresa dele.'
  return sees ? null : 'Esta pessoa não vê clientes: o perfil dela não permite. Escolha outra pessoa.'
}

/**
 * Throws a 422 on the field of each person who cannot answer for a client's row: not of the office, of another company than
 * the client's, or with a profile that shows no client.
 */
export async function refuseOutsider(ctx: Ctx, ...charges: readonly Charge[]): Promise<void> {
  const said = await outsidersAmong(ctx.sql, charges)
  const wrong = charges.flatMap(({ at = 'responsible_id' }, n) => {
    const why = said[n]
    return why == null ? [] : [[at, why] as const]
  })
  if (wrong.length) throw invalid(Object.fromEntries(wrong))
}

/** The id of who answers for a row under `alias` of a client: whom its column `by` names, else the client's person. */
export const responsibleSql = (alias: string, by: string) =>
  `coalesce(${alias}.${by}, (select rc.responsible_id from clients rc where rc.id = ${alias}.client_id))`

/**
 * Gives ids of people whose work this person does on a day of Brasília: their own unless they are away, and those they
 * substitute.
 */
export async function standsFor(db: Sql, person: number, day: string): Promise<readonly number[]> {
  const { rows } = await sql<{ person_id: number }>`
    select person_id from absences
    where stand_in_id = ${person} and ${day}::date between since and until and deleted_at is null and active
    union
    select ${person}::bigint where not exists (
      select 1 from absences where person_id = ${person} and ${day}::date between since and until and deleted_at is null and active)
    order by 1`.execute(db)
  return rows.map(({ person_id }) => person_id)
}
