import { sql } from 'kysely'
import { companyOf, isStaff, type User } from '#kernel/access.ts'
import { tenancy } from '#features/index.ts'
import { linkedTo } from '#server/scope.ts'
import { andAll, orAny } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

/** Somebody news may be meant for, in SQL: one user's values, or the columns of many. */
interface ReaderSql {
  readonly isStaff: Part
  /** The id of their profile. */
  readonly profile: Part
  /** That of the only company they work for. */
  readonly company: Part
  /** Whether they are linked to the client of this id. */
  readonly linked: (client: Part) => Part
}

export const readerOf = (user: User): ReaderSql => ({
  isStaff: sql`${isStaff(user)}::boolean`,
  profile: sql`(select rp.id from profiles rp where rp.uuid::text = ${user.profile.uuid})`,
  company: sql`${companyOf(user)}::bigint`,
  linked: client => linkedTo(user, tenancy.members, client),
})

/** Users under `u`, with their profiles under `p`. */
export const everyReader: ReaderSql = {
  isStaff: sql`p.audience = 'equipe'`,
  profile: sql`p.id`,
  company: sql`u.empresa_id`,
  linked: client => sql`exists (
    select 1 from ${sql.table(tenancy.members)} m where m.parent_id = ${client} and m.user_id = u.id)`,
}

/** Where it is, over the columns of its row. */
export const stageSql = (alias: string) => `case when ${alias}.draft then 'rascunho'
  when ${alias}.expires_at <= now() then 'encerrado' when ${alias}.publish_at > now() then 'agendado' else 'publicado' end`

/** May it be read now, by whomever? */
export const publishedSql = (alias: string) =>
  sql`(${sql.ref(`${alias}.active`)} and ${sql.ref(`${alias}.deleted_at`)} is null and ${sql.raw(stageSql(alias))} = 'publicado')`

/** Answers SQL for whether it is meant for this reader. One client of theirs must meet all criteria on clients. */
export function meantSql(alias: string, reader: ReaderSql): Part {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  const lines = (table: string, more: Part) => sql`exists (
    select 1 from ${sql.table(`informative_${table}`)} l where l.parent_id = ${at('id')}${more})`
  const anyType = sql`not ${lines('client_types', sql``)}`
  const team = andAll([
    reader.isStaff,
    sql`${at('audience')} in ('equipe', 'todos')`,
    sql`(${at('empresa_id')} is null or ${reader.company} is null or ${at('empresa_id')} = ${reader.company})`,
  ])
  const client = sql`exists (select 1 from clients c where ${reader.linked(sql`c.id`)} and c.active and c.deleted_at is null
    and (${at('empresa_id')} is null or c.empresa_responsavel_id = ${at('empresa_id')})
    and (${anyType} or ${lines('client_types', sql` and l.client_type_id = c.client_type_id`)}))`
  const outside = andAll([
    sql`not ${reader.isStaff}`,
    sql`${at('audience')} in ('clientes', 'todos')`,
    orAny([andAll([sql`${at('empresa_id')} is null`, anyType]), client]),
  ])
  const profile = orAny([
    sql`not ${lines('profiles', sql``)}`,
    lines('profiles', sql` and l.profile_id = ${reader.profile}`),
  ])
  return sql`((${team}) or (${outside})) and ${profile}`
}
