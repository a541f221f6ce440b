import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { CopiedSequence, CopiedTable, TableContent } from '#parts/copy/format.server.ts'

/** How values are written by COPY, whatever the server's own settings are; and no limit of time for what reads everything. */
const sessionForCopies = `
  set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres'; set extra_float_digits to 1;
  set bytea_output to 'hex'; set client_encoding to 'UTF8'; set xmloption to 'content'; set synchronize_seqscans to off;
  set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`

export const prepareForCopies = (client: Client) => client.query(sessionForCopies)

const userSchemas = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`

/** Tables with rows of their own: those of partitions, and not what they are partitions of. */
export async function tablesIn(client: Client): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select format('%I.%I', n.nspname, c.relname) as nome,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as colunas
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${userSchemas} order by 1`)
  return rows
}

/** Null for a sequence that gave no number yet. */
export async function sequencesIn(client: Client): Promise<readonly CopiedSequence[]> {
  const { rows } = await client.query<CopiedSequence>(`
    select format('%I.%I', schemaname, sequencename) as nome, last_value::text as ultimo
    from pg_sequences where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  return rows
}

export async function setSequences(client: Client, sequences: readonly CopiedSequence[]): Promise<void> {
  const names = sequences.map(({ nome }) => nome)
  await client.query(
    `select setval(s.name::regclass, coalesce(s.last, p.seqstart), s.last is not null)
     from unnest($1::text[], $2::bigint[]) as s (name, last) join pg_sequence p on p.seqrelid = s.name::regclass`,
    [names, sequences.map(({ ultimo }) => ultimo)],
  )
}

const columnsOf = ({ colunas }: CopiedTable) => (colunas.length ? ` (${colunas.join(', ')})` : '')

/** The rows of a table in PostgreSQL's text format, one a line, in the order in which they are stored. */
export const rowsOutOf = (client: Client, table: CopiedTable): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy ${table.nome}${columnsOf(table)} to stdout`))

export async function rowsInto(client: Client, table: CopiedTable, bytes: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(bytes, client.query(copyFrom(`copy ${table.nome}${columnsOf(table)} from stdin`)))
}

/** Counts what goes through it. */
export function openMeasure(nome: string) {
  const hash = createHash('sha256')
  let [linhas, bytes] = [0, 0]
  return {
    add(part: Buffer) {
      hash.update(part)
      bytes += part.length
      // A line end within a value is written as two other characters.
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) linhas++
    },
    end: (): TableContent => ({ nome, linhas, bytes, sha256: hash.digest('hex') }),
  }
}

/** What COPY writes of a table now. */
export async function measureTable(client: Client, table: CopiedTable): Promise<TableContent> {
  const measure = openMeasure(table.nome)
  for await (const part of rowsOutOf(client, table)) measure.add(part)
  return measure.end()
}
