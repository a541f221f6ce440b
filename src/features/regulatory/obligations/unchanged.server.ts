import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'
import { seenSql } from '#server/rows/totals.ts'

interface StatedAnswer<T> {
  readonly state: string
  readonly at: number
  readonly value: T
}
/** Milliseconds: a database may be put back under us, as lists know too. */
const oldest = 60_000
/** What is remembered at once of one kind: of all clients each may be megabytes. */
const mostAnswers = 8

/**
 * Answers again what was made of these tables while they are in the same state, see `seenSql`: another process may have written them.
 * It is made for one user and holds for nobody else; `key` says all it was made by besides. `tables` has to name every table that is
 * read, those by which the user's own rows are found among them.
 */
export function whileUnchanged<T>(tables: readonly string[]) {
  const stateSql = seenSql(tables.map(name => `from ${name}`).join(' '))
  // Tests and tools open several databases in one process.
  const houses = new WeakMap<Config, Map<string, StatedAnswer<T>>>()
  return async (ctx: Ctx, key: readonly unknown[], make: () => Promise<T>): Promise<T> => {
    // What a transaction wrote is nobody else's yet.
    if (ctx.sql.isTransaction) return make()
    const known = houses.get(ctx.config) ?? new Map<string, StatedAnswer<T>>()
    houses.set(ctx.config, known)
    const name = JSON.stringify([ctx.user, ...key])
    // The state is read before the rows: what is written between them makes it another one.
    const { rows } = await sql<{ state: string }>`select ${stateSql} as state`.execute(ctx.sql)
    const state = rows[0]?.state ?? ''
    const found = known.get(name)
    if (found && found.state === state && performance.now() - found.at < oldest) return found.value
    const value = await make()
    known.delete(name)
    known.set(name, { state, at: performance.now(), value })
    const [first] = known.keys()
    if (known.size > mostAnswers && first !== undefined) known.delete(first)
    return value
  }
}

/** The tables that say who owes what, and who sees it. */
export const dutyTables = [
  'clients',
  'clients_client_users',
  'client_obligations',
  'collects',
  'empresas',
  'fistel_tenures',
  'fistels',
  'service_types',
  'stations',
  'statuses',
  'tax_regimes',
  'users',
] as const
