import type { Client } from 'pg'
import { tablesIn } from '#parts/copy/tables.server.ts'

/** What is put back once rows are in: statements that make it as it was. */
interface ClearedSchema {
  readonly references: readonly string[]
  readonly indexes: readonly string[]
  readonly triggers: readonly string[]
}

const ofUsers = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`

/** Whether the database has nothing that anybody made; extensions of the server do not count. */
export async function isEmptyDatabase(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ofUsers} and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e') limit 1`)
  return rowCount === 0
}

/**
 * Empties all tables and sets aside what would slow their loading down or act on it: references, indexes of no constraint, and triggers. The owner of
 * the tables may do all of it; switching references off (`session_replication_role`) is for superusers.
 */
export async function clearForLoading(client: Client): Promise<ClearedSchema> {
  const { rows: references } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ofUsers} order by conrelid, conname`)
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(`
    select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'i' and not c.relispartition and ${ofUsers}
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x')) order by 1`)
  const { rows: triggers } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not tgisinternal and c.relkind in ('r', 'p') and ${ofUsers} order by 1`)
  const tables = await tablesIn(client)
  await run(client, [
    ...triggers.map(({ table }) => `alter table ${table} disable trigger user`),
    ...references.map(({ drop }) => drop),
    ...indexes.map(({ drop }) => drop),
    `truncate ${tables.map(({ nome }) => nome).join(', ')}`,
  ])
  return {
    references: references.map(({ add }) => add),
    indexes: indexes.map(({ add }) => add),
    triggers: triggers.map(({ table }) => `alter table ${table} enable trigger user`),
  }
}

/** References are checked over all rows as they come back. */
export const putBack = (client: Client, { indexes, references, triggers }: ClearedSchema) =>
  run(client, [...indexes, ...references, ...triggers])

/** In parts: one text of all of them would be parsed as one. */
async function run(client: Client, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += 100) await client.query(statements.slice(at, at + 100).join(';\n'))
}
