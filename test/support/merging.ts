import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import type { MergePreview, UndoableMerge } from '#features/clients/merges/api.ts'
import type { Principal, Reply, Row, World } from './world.ts'

/** Tables that a merge and its undoing write besides: history, the merge itself, and what every request changes. */
const besides = new Set([
  'audit_events',
  'client_merges',
  'client_merge_rows',
  'table_changes',
  'sessions',
  'access_tokens',
  'chores',
  // Nobody writes them, and they are many.
  'cities',
])

interface Wish {
  readonly who?: Principal
  readonly take?: readonly string[]
  readonly confirmed?: readonly string[]
  readonly versions?: { readonly into: number; readonly from: number }
}

export type Merger = ReturnType<typeof mergerOf>

/** Merges clients of a world, and reads what came of it. */
export function mergerOf(world: World) {
  const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(world.db)).rows[0]
  const answered = <T>({ status, body, text }: Reply): T => {
    if (status !== 200) throw new Error(text)
    return Object(body).data
  }
  const previewOf = async (into: string, from: string, who: Principal = 'staffA') =>
    answered<MergePreview>(await world.call(who, 'GET', `clients/${into}/unificar?com=${from}`))

  const versionOf = async (uuid: string) =>
    (await one(sql<{ version: number }>`select version from clients where uuid = ${uuid}::uuid`))?.version ?? 0
  async function merge(into: string, from: string, wish: Wish = {}) {
    const { who = 'staffA', confirmed = ['documento', 'usuarios'], take } = wish
    const versions = wish.versions ?? { into: await versionOf(into), from: await versionOf(from) }
    return world.call(who, 'POST', `clients/${into}/unificar`, {
      body: { client: from, versions, confirmed, ...(take && { take }) },
    })
  }
  const undo = (into: string, uuid: string, who: Principal = 'staffA') =>
    world.call(who, 'POST', `clients/${into}/desfazer-unificacao`, { body: { merge: uuid } })
  const mergeOf = (reply: Reply) => answered<{ readonly merge: string }>(reply).merge
  const mergesOf = async (into: string) =>
    answered<readonly UndoableMerge[]>(await world.call('staffA', 'GET', `clients/${into}/unificacoes`))

  /** Two clients of company A, which nothing refers to yet. */
  async function twoClients(more: Readonly<Record<string, unknown>> = {}): Promise<readonly [Row, Row]> {
    const plain = { client_users: [], client_partners: [], addresses: [], tags: [], particularities: [], ...more }
    return [await world.make(clients, 'A1', plain), await world.make(clients, 'A1', plain)]
  }

  /** All rows of all tables, without what every write counts. */
  async function dump(): Promise<Readonly<Record<string, readonly string[]>>> {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
      world.db,
    )
    const found: Record<string, readonly string[]> = {}
    for (const { name } of tables.filter(table => !besides.has(table.name))) {
      const { rows } = await sql<{ row: string }>`
        select (to_jsonb(t) - array['version', 'updated_at'])::text as row from ${sql.table(name)} t order by 1`.execute(
        world.db,
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  }
  /** How many rows of each column refer to a client: found by the standard's own tables, not as a merge finds them. */
  async function referring(client: number) {
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select k.table_name as "table", k.column_name as "column"
      from information_schema.referential_constraints r
      join information_schema.key_column_usage k on k.constraint_name = r.constraint_name and k.constraint_schema = r.constraint_schema
      join information_schema.table_constraints t on t.constraint_name = r.unique_constraint_name and t.constraint_schema = r.unique_constraint_schema
      where t.table_name = 'clients' and k.table_name <> 'client_merges' order by 1, 2`.execute(world.db)
    const counts: Record<string, number> = {}
    for (const { table, column } of columns) {
      const found = await one(
        sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${client}`,
      )
      counts[`${table}.${column}`] = found?.n ?? 0
    }
    return counts
  }

  async function runChore() {
    const chore = world.house.chores.chores.find(({ name }) => name === 'unificacoes')
    await chore?.run(world.house, { now: new Date(), byHand: true, signal: new AbortController().signal })
  }

  return { one, answered, previewOf, versionOf, merge, undo, mergeOf, mergesOf, twoClients, dump, referring, runChore }
}
