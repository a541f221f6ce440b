import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A database that rows are read from. */
export interface RowSource {
  query<T>(text: string): Promise<readonly T[]>
  /** What `copy (query) to stdout` answers, in PostgreSQL's text format. */
  copy(query: string): Promise<Uint8Array>
}

/** A table's rows as one figure that any lost or changed row changes. */
interface Sum {
  readonly name: string
  readonly rows: number
  readonly sum: string
}

/** Pages of 8 KB read at once: 32 MB stay well below what a process can hold. */
const pages = 4_096

/** Tables with rows of their own: those of partitions, and not what they are partitions of. */
const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name, c.oid::int as oid,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
  order by 1`
interface Table {
  readonly name: string
  readonly columns: string
}

const sumQuery = ({ name }: Table) =>
  `select '${name}' as name, count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`

/**
 * Replaces all rows of a database of the same tables by those of the source, in one transaction, with the numbers its sequences have
 * reached. Rejects, and leaves the target as it was, where a table is missing on either side or its rows do not come out the same by count
 * and by sum. Answers what was copied; `report` receives each table as it is done.
 */
export async function moveRows(
  source: RowSource,
  target: PoolClient,
  report: (table: string, rows: number) => void,
): Promise<readonly Sum[]> {
  const tables = await source.query<Table>(tablesQuery)
  const { rows: found } = await target.query<Table>(tablesQuery)
  expectSameTables(tables, found)
  await target.query('begin')
  try {
    await target.query('set local statement_timeout = 0')
    await target.query('set local idle_in_transaction_session_timeout = 0')
    // Neither triggers nor references are run: what they would do was done when the rows were written.
    await target.query('set local session_replication_role = replica')
    await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    const sums: Sum[] = []
    for (const table of tables) {
      await copyTable(source, target, table)
      const [wanted] = await source.query<Sum>(sumQuery(table))
      const { rows } = await target.query<Sum>(sumQuery(table))
      if (!wanted || wanted.rows !== rows[0]?.rows || wanted.sum !== rows[0].sum)
        throw new Error(`A tabela ${table.name} não chegou igual: ${wanted?.rows} linhas, e chegaram ${rows[0]?.rows}.`)
      sums.push(wanted)
      report(table.name, wanted.rows)
    }
    await copySequences(source, target)
    await target.query('commit')
    return sums
  } catch (error) {
    await target.query('rollback')
    throw error
  }
}

function expectSameTables(wanted: readonly Table[], found: readonly Table[]): void {
  const text = (tables: readonly Table[]) => tables.map(({ name, columns }) => `${name} (${columns})`)
  const [one, other] = [text(wanted), text(found)]
  const different = [...one.filter(each => !other.includes(each)), ...other.filter(each => !one.includes(each))]
  if (different.length) throw new Error(`As tabelas não são as mesmas: ${different.join('; ')}`)
}

async function copyTable(source: RowSource, target: PoolClient, { name, columns }: Table): Promise<void> {
  const [size] = await source.query<{ pages: number }>(
    `select (pg_relation_size('${name}') / current_setting('block_size')::int)::int as pages`,
  )
  const last = size?.pages ?? 0
  async function* parts() {
    for (let at = 0; at < last; at += pages)
      yield await source.copy(`select ${columns} from ${name} where ctid >= '(${at},0)' and ctid < '(${at + pages},0)'`)
  }
  await pipeline(Readable.from(parts()), target.query(copyFrom(`copy ${name} (${columns}) from stdin`)))
}

async function copySequences(source: RowSource, target: PoolClient): Promise<void> {
  const sequences = await source.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where last_value is not null`,
  )
  for (const { name, last } of sequences) await target.query('select setval($1, $2::bigint)', [name, last])
}
