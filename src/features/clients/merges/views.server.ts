import { sql } from 'kysely'
import { joinValues, listTests, plainSearch, readFilterName, splitValues } from '#kernel/condition.ts'
import { columnOf } from '#kernel/page.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { MergedPair } from '#features/clients/merges/holders.server.ts'
import { features } from '#features/index.ts'
import type { Ctx, Sql } from '#server/operation.ts'

const resourceAt = (path: string | undefined): AnyResource | undefined => features.find(each => each.path === path)
const isClients = (of: AnyResource | undefined) => of !== undefined && tableOf(of) === tableOf(clients)

/** Whether a filter by this key compares a client's number: a reference to one, or the code in a list of clients. */
function comparesClient(of: AnyResource, key: string): boolean {
  if (key === 'id') return isClients(of)
  const field = columnOf(of, key)
  return field?.kind === 'ref' && isClients(resourceAt(field.options.to))
}

/** The search of a list with the remaining client in the place of the one that went; the same text where it names neither. */
export function searchAfterMerge(of: AnyResource, search: string, { into, from }: MergedPair): string {
  let isChanged = false
  const parameters = [...new URLSearchParams(search)].map(([name, value]): [string, string] => {
    const { key = '', test = 'empty' } = readFilterName(name) ?? {}
    if (test === 'empty' || !comparesClient(of, key)) return [name, value]
    const values = listTests.has(test) ? splitValues(value) : [value]
    if (!values.includes(String(from))) return [name, value]
    isChanged = true
    const after = [...new Set(values.map(each => (each === String(from) ? String(into) : each)))]
    return [name, listTests.has(test) ? joinValues(after) : (after[0] ?? value)]
  })
  return isChanged ? plainSearch(new URLSearchParams(parameters)) : search
}

/** A view's number, its search before the merge, and the one that the merge wrote. */
type RewrittenView = readonly [id: number, before: string, after: string]

/** Has saved views ask for the remaining client, whosever they are, and writes down their searches of before. */
export async function rewriteViews({ sql: db }: Pick<Ctx, 'sql'>, merge: number, pair: MergedPair): Promise<void> {
  const { rows } = await sql<{ id: number; list: string; search: string }>`
    select id::float8 as id, list, search from list_views where position(${String(pair.from)} in search) > 0
    order by id for update`.execute(db)
  const views = rows.flatMap(({ id, list, search }): readonly RewrittenView[] => {
    const of = resourceAt(list)
    const after = of ? searchAfterMerge(of, search, pair) : search
    return after === search ? [] : [[id, search, after]]
  })
  for (const [id, , after] of views) await sql`update list_views set search = ${after} where id = ${id}`.execute(db)
  await sql`update client_merges set views = ${JSON.stringify(views)}::jsonb where id = ${merge}`.execute(db)
}

/** Has views ask for what they did before the merge; one that its owner changed since stays. */
export const restoreViews = (db: Sql, merge: number) =>
  sql`
    update list_views v set search = w.view ->> 1
    from client_merges m, jsonb_array_elements(m.views) as w(view)
    where m.id = ${merge} and v.id = (w.view ->> 0)::bigint and v.search = w.view ->> 2`.execute(db)
