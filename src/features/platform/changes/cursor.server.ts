import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { companyOf, isStaff, type User } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { LogPlace } from '#features/platform/changes/log.server.ts'
import type { Ctx, Sql } from '#server/operation.ts'

const shortHash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/**
 * What of a database changes when an earlier state of it is put back, as a copy in another server or in a database of another number, or
 * by a standby that took over: a place of before may then be that of other lines, and a reader may know rows that no longer are.
 */
async function eraOf(db: Sql): Promise<string> {
  const { rows } = await sql<{ era: string }>`
    select concat_ws(' ', s.system_identifier, c.timeline_id, d.oid) as era
    from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`.execute(
    db,
  )
  return rows[0]?.era ?? ''
}

/** All that decides which rows a user sees beside the rows themselves: with other rights, other rows would have been answered. */
async function rightsOf(db: Sql, user: User): Promise<unknown> {
  const { rows } = isStaff(user)
    ? { rows: [] }
    : await sql<{ id: number }>`
        select parent_id::float8 as id from clients_client_users where user_id = ${user.id} order by 1`.execute(db)
  const { id, is_admin, allow_routes, profile, seen } = user
  const eyes = seen && [seen.by.id, seen.client]
  return [id, is_admin, profile.audience, companyOf(user), allow_routes, rows.map(row => row.id), eyes]
}

/** What cursors of this reader begin with: neither another reader's nor those of another state of the database continue here. */
export const cursorSeal = async ({ sql: db, user }: Ctx): Promise<string> =>
  shortHash([await eraOf(db), await rightsOf(db, user)])

export const cursorOf = (seal: string, { xid, id }: LogPlace) => `${seal}.${xid}.${id}`

/** Throws a 422 where it is no cursor, and a 409 where it no longer leads on. */
export function placeInCursor(seal: string, cursor: string): LogPlace {
  const [, given, xid, id] = /^([\w-]{16})\.(\d{1,19})\.(\d{1,15})$/.exec(cursor) ?? []
  if (given === undefined || xid === undefined || id === undefined)
    throw invalid({ since: 'Não é um ponto que este sistema tenha dado.' })
  if (given !== seal) throw problem('conflict', { message: startAnew, data: { restart: true } })
  return { xid, id: Number(id) }
}
const startAnew =
  'O que você vê mudou desde este ponto, ou o banco voltou a um estado anterior: comece de novo, sem “since”, e leia as listas outra vez.'
