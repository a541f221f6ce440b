import { sql } from 'kysely'
import { collectFiles } from '#features/regulatory/collects/coleta/collects.ts'
import type { Location } from '#features/platform/demo/accesses.ts'
import { mistaken } from '#features/platform/demo/months.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import { requireEntry, sow } from '#features/platform/demo/sow.server.ts'
import type { AccessGroup, ScmFile } from '#features/regulatory/anatel/access-file.ts'
import { dueDay, type Period } from '#parts/period/period.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** A coleta Anatel has, or had, with the editions that went. */
export interface SentColeta extends Period {
  readonly id: number
  readonly cnpj: string
  readonly client: string
  readonly locations: readonly Location[]
  readonly editions: readonly number[]
  /** Whether the last edition that went is what the coleta says today. */
  readonly asSaid: boolean
}
/** Writes the file of a real coleta; the server passes it in. */
export type WriteFile = (
  file: ScmFile,
  client: string,
) => { readonly name: string; readonly bytes: Uint8Array; readonly rows: number; readonly accesses: number }

/** Each waits for the disk: many wait together. */
const atOnce = 64
interface FileSowing {
  readonly users: readonly number[]
  readonly write: WriteFile
  readonly today: string
}

/** Keeps the file of every edition that was sent, written and stored as those of real coletas are. */
export async function fillFiles(db: Sql, config: Config, all: readonly SentColeta[], around: FileSowing) {
  const { users, today, write } = around
  const groupsOf = await groupsIn(db)
  const files = []
  for (const [i, { id, cnpj, client, year, month, locations, editions, asSaid }] of all.entries())
    for (const edition of editions) {
      const first = edition < (editions.at(-1) ?? 1) || !asSaid
      const groups = groupsOf(first ? mistaken(locations) : locations)
      const { name, bytes, rows: records, accesses } = write({ cnpj, year, month, groups }, client)
      // A first version goes in time, but for a few; one that corrects it, days later.
      const day = daysFrom(dueDay({ year, month }), edition > 1 ? 6 : i % 23 === 7 ? 2 : -2)
      files.push({
        bytes,
        row: {
          name,
          ext: 'csv',
          size: bytes.length,
          user_id: users[i % 4] ?? null,
          collect_id: id,
          kind: 'arquivo' as const,
          edition,
          rows: records,
          accesses,
          created_at: `${[day, daysFrom(today, -1)].toSorted()[0]}T11:00:00-03:00`,
        },
      })
    }
  const rows = []
  for (let at = 0; at < files.length; at += atOnce) {
    const some = files.slice(at, at + atOnce)
    const kept = await keepFiles(
      { config, sql: db },
      some.map(({ bytes }) => bytes),
    )
    rows.push(...some.map(({ row }, i) => ({ ...row, sha256: kept[i] ?? '' })))
  }
  await sow(db, collectFiles, rows)
}

/** The siglas of what accesses are made of, by what names them. */
async function groupsIn(db: Sql) {
  const { rows } = await sql<{ key: string; term: string }>`
    select 'client/' || slug as key, term from client_types where term is not null
    union all select 'attendance/' || slug, term from attendance_types where term is not null
    union all select 'middle/' || slug, term from attendance_middles where term is not null
    union all select 'product/' || slug, term from product_types where term is not null
    union all select 'technology/' || slug, term from technology_types where term is not null`.execute(db)
  const terms = new Map(rows.map(({ key, term }) => [key, term]))
  return (locations: readonly Location[]): readonly AccessGroup[] =>
    locations.flatMap(({ town, accesses }) =>
      accesses.map(({ client, attendance, middle, product, technology, speed, amount }) => ({
        cod_ibge: town.ibge,
        tipo_cliente: requireEntry(terms, `client/${client}`),
        tipo_atendimento: requireEntry(terms, `attendance/${attendance}`),
        tipo_meio: requireEntry(terms, `middle/${middle}`),
        tipo_produto: requireEntry(terms, `product/${product}`),
        tipo_tecnologia: requireEntry(terms, `technology/${technology}`),
        velocidade: speed,
        acessos: amount,
      })),
    )
}
