import { sql } from 'kysely'
import { can, permission, type User } from '#kernel/access.ts'
import type { Field } from '#kernel/field.ts'
import { tableOf, type AnyResource, type Text } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { features, tenancy } from '#features/index.ts'
import { Catalog } from '#server/catalog.ts'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** A column by which rows of a table refer to a client, or to a fistel, as the database knows it: nobody lists them by hand. */
export interface ClientHolder {
  readonly table: string
  readonly column: string
  /** Those that are written: the database makes the others. */
  readonly columns: readonly string[]
  /** The primary key, without this column. */
  readonly key: readonly string[]
  /** Unique indexes that this column is part of. */
  readonly uniques: readonly UniqueIndex[]
}
export interface UniqueIndex {
  /** What is unique besides: columns and expressions. */
  readonly keys: readonly string[]
  readonly predicate: string | null
}

/** The merges themselves refer to both clients for ever. */
const ownTable = 'client_merges'

export const readClientHolders = async (db: Sql): Promise<readonly ClientHolder[]> => readHolders(db, 'clients')

/** Tables of which two equal rows of both clients become one, if this has the same value in both. */
export const foldedTables: Readonly<Record<string, string>> = { fistels: 't.service_type_id' }
/** The days in which a fistel was in use are those of the fistel that remains. */
const tenures = 'fistel_tenures'
/** What refers to rows that become one. */
export async function readFoldHolders(db: Sql): Promise<readonly ClientHolder[]> {
  const found: ClientHolder[] = []
  for (const table of Object.keys(foldedTables)) found.push(...(await readHolders(db, table)))
  return found.filter(({ table }) => table !== tenures)
}

async function readHolders(db: Sql, to: string): Promise<readonly ClientHolder[]> {
  const { rows } = await sql<ClientHolder>`
    select t.relname::text as "table", a.attname::text as "column",
      array(select o.attname::text from pg_attribute o where o.attrelid = t.oid and o.attnum > 0 and not o.attisdropped and o.attgenerated = '' order by o.attnum) as columns,
      array(
        select k.attname::text from pg_index p join pg_attribute k on k.attrelid = t.oid and k.attnum = any(p.indkey::int2[])
        where p.indrelid = t.oid and p.indisprimary and k.attnum <> a.attnum order by k.attnum) as key,
      (select coalesce(json_agg(json_build_object(
          'keys', array(select pg_get_indexdef(u.indexrelid, n, true) from generate_series(1, u.indnkeyatts::integer) n),
          'predicate', pg_get_expr(u.indpred, t.oid)) order by u.indexrelid), '[]'::json)
        from pg_index u where u.indrelid = t.oid and u.indisunique) as uniques
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${to}::regclass and c.conparentid = 0 and t.relname <> ${ownTable}
    order by t.relname collate "C", a.attname collate "C"`.execute(db)
  return rows.map(holder => ({
    ...holder,
    uniques: holder.uniques
      .filter(({ keys }) => keys.some(each => mentions(each, holder.column)))
      .map(({ keys, predicate }) => ({ predicate, keys: keys.filter(each => !mentions(each, holder.column)) })),
  }))
}
const mentions = (expression: string, column: string) => expression.match(/\w+/g)?.includes(column) === true

/** A reference between two tables that both have a client: its two rows should be of one. */
export interface HolderLink {
  readonly from: string
  readonly column: string
  readonly to: string
}
export async function readHolderLinks(db: Sql, tables: readonly string[]): Promise<readonly HolderLink[]> {
  const { rows } = await sql<HolderLink>`
    select t.relname::text as "from", a.attname::text as "column", m.relname::text as "to"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class m on m.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and t.relname = any(${[...tables]}::text[]) and m.relname = any(${[...tables]}::text[])
    order by 1, 2`.execute(db)
  return rows.filter(({ from, column }) => !isShared(from, column))
}
/** Rows of another client may be referred to by this column. */
const isShared = (table: string, column: string) =>
  features.some(
    each =>
      tableOf(each) === table &&
      Object.entries<Field>(each.fields).some(([name, { options }]) => `${name}_id` === column && options.shared),
  )

/** What the rows of a holder are to a person. */
export interface HolderKind {
  readonly text: Text
  /** The section the rows are of, where they are rows of one. */
  readonly resource: AnyResource | null
  /** The list of the client's own that the rows are lines of. */
  readonly list: Field | null
  /** Rows are lines of another section's row. */
  readonly isLine: boolean
}

/** Tables that belong to no section, in words. */
const otherTables: Readonly<Record<string, Text>> = {
  bill_closing_items: { one: 'conta em fechamento', many: 'contas em fechamento', gender: 'f' },
  client_upload_days: { one: 'contagem de envios do dia', many: 'contagens de envios do dia', gender: 'f' },
  dunning_pauses: { one: 'pausa da régua de cobrança', many: 'pausas da régua de cobrança', gender: 'f' },
  api_tokens: { one: 'token de programa', many: 'tokens de programas', gender: 'm' },
  viewings: { one: 'visão como o cliente', many: 'visões como o cliente', gender: 'f' },
}
const unnamed: Text = { one: 'outro registro', many: 'outros registros', gender: 'm' }

export function kindOfHolder({ table, column }: Pick<ClientHolder, 'table' | 'column'>): HolderKind {
  const list = Object.entries<Field>(clients.fields).find(
    ([name, { kind, options }]) => kind === 'many' && !options.mirrored && table === `${tableOf(clients)}_${name}`,
  )?.[1]
  if (list && column === 'parent_id') {
    const one = list.options.one ?? list.label.toLowerCase()
    return { text: { one, many: list.label.toLowerCase(), gender: 'm' }, resource: null, list, isLine: true }
  }
  pointers ??= new Catalog(features, tenancy).pointersTo(clients)
  const pointer = pointers.find(each => each.table === table && each.column === column)
  if (!pointer) {
    const resource = features.find(each => tableOf(each) === table) ?? null
    return { text: resource?.text ?? otherTables[table] ?? unnamed, resource, list: null, isLine: false }
  }
  const isLine = pointer.parents.length > 0
  const { text } = pointer.resource
  return {
    text: isLine ? { one: `ligação com ${text.one}`, many: `ligações com ${text.many}`, gender: 'f' } : text,
    resource: isLine ? null : pointer.resource,
    list: null,
    isLine,
  }
}
let pointers: ReturnType<Catalog['pointersTo']> | undefined
export const isNamed = ({ text }: HolderKind) => text !== unnamed

/** What the user's profile does not list is counted together with the rest of its kind. */
const unseenKind: Text = {
  one: 'registro que o seu perfil não vê',
  many: 'registros que o seu perfil não vê',
  gender: 'm',
}
export const textFor = (user: User, { text, resource }: HolderKind): Text =>
  resource && !can(user, permission(resource, 'index')) ? unseenKind : text

/**
 * Rows that the system made by itself and nobody wrote in, over `t`, by their table: where both clients have the same one, one of
 * the two goes with the merge.
 */
export const spareRows: Readonly<Record<string, string>> = {
  client_tarefas: `(t.done_on is null and t.reopened_on is null and t.process is null and t.observation is null
    and t.tarefa_id is not null and not exists (select 1 from client_tarefas_items i where i.parent_id = t.id and i.user_id is not null))`,
  client_upload_days: 'true',
}

/** The key of the row under `alias`, as a merge writes it down. */
export const holderKey = ({ key }: Pick<ClientHolder, 'key'>, alias: string): Part =>
  sql`jsonb_build_object(${sql.join(key.flatMap(name => [sql.lit(name), sql.ref(`${alias}.${name}`)]))})`

/**
 * The row under `t` is the one that `r` of a merge writes down. Of what was just written PostgreSQL knows no number: this way it
 * finds each row by its primary key, whatever it supposes.
 */
export const isRecorded = ({ key, table }: Pick<ClientHolder, 'key' | 'table'>): Part =>
  key.length
    ? sql.join(
        key.map(
          name =>
            sql`t.${sql.ref(name)} = (jsonb_populate_record(null::${sql.table(table)}, r.row_key)).${sql.ref(name)}`,
        ),
        sql` and `,
      )
    : sql`true`

/** Two rows that become one, by their ids: the clients of a merge, or a fistel of both. */
export interface MergedPair {
  readonly into: number
  readonly from: number
}

/** Two lines say the same when all but their place and number is equal. */
export const lineContent = ({ column }: Pick<ClientHolder, 'column'>, alias: string): Part =>
  sql`(to_jsonb(${sql.ref(alias)}) - array['id', 'uuid', 'position', ${sql.lit(column)}])`
