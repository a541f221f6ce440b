import { mistaken, type Location } from '#features/demo/months.ts'
import { daysFrom } from '#features/demo/days.ts'
import type { Known } from '#features/demo/fill.server.ts'
import { insert } from '#features/demo/insert.server.ts'
import { dueDay, type Period } from '#features/collects/period.ts'
import type { Group } from '#features/collects/scm.ts'
import { scmFileName, writeScm } from '#features/collects/scm-write.server.ts'
import { tokensOf } from '#features/collects/tokens.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
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
/** Each waits for the disk: many wait together. */
const atOnce = 64
interface Around {
  readonly known: Known
  readonly users: readonly number[]
  readonly today: string
}

/** Keeps the file of every edition that was sent, written and stored as those of real coletas are. */
export async function fillFiles(db: Sql, config: Config, all: readonly SentColeta[], around: Around) {
  const { users, today } = around
  const groupsOf = await groupsIn(db, around.known)
  const files = []
  for (const [i, { id, cnpj, client, year, month, locations, editions, asSaid }] of all.entries())
    for (const edition of editions) {
      const first = edition < (editions.at(-1) ?? 1) || !asSaid
      const groups = groupsOf(first ? mistaken(locations) : locations)
      const { bytes, rows: records, accesses } = writeScm({ cnpj, year, month, groups })
      // A first version goes in time; one that corrects it, days later.
      const day = daysFrom(dueDay({ year, month }), edition === 1 ? -2 : 6)
      files.push({
        bytes,
        name: scmFileName({ year, month }, client),
        ext: 'csv',
        size: bytes.length,
        user_id: users[i % 4] ?? null,
        collect_id: id,
        kind: 'arquivo',
        edition,
        rows: records,
        accesses,
        created_at: `${[day, daysFrom(today, -1)].toSorted()[0]}T11:00:00-03:00`,
      })
    }
  const rows = []
  for (let at = 0; at < files.length; at += atOnce)
    rows.push(
      ...(await Promise.all(
        files
          .slice(at, at + atOnce)
          .map(async ({ bytes, ...row }) => ({ ...row, sha256: await keepFile(config, bytes) })),
      )),
    )
  await insert(
    db,
    'collect_files',
    {
      name: 'text',
      ext: 'text',
      size: 'integer',
      sha256: 'text',
      user_id: 'bigint',
      collect_id: 'bigint',
      kind: 'text',
      edition: 'integer',
      rows: 'integer',
      accesses: 'integer',
      created_at: 'timestamptz',
    },
    rows,
  )
}

async function groupsIn(db: Sql, known: Known) {
  const tokens = await tokensOf(db)
  return (locations: readonly Location[]): readonly Group[] =>
    locations.flatMap(({ town, accesses }) =>
      accesses.map(access => ({
        cod_ibge: town.ibge,
        tipo_cliente: tokens.token('TIPO_CLIENTE', known('client_types', access.client)) ?? '',
        tipo_atendimento: tokens.token('TIPO_ATENDIMENTO', known('attendance_types', access.attendance)) ?? '',
        tipo_meio: tokens.token('TIPO_MEIO', known('attendance_middles', access.middle)) ?? '',
        tipo_produto: tokens.token('TIPO_PRODUTO', known('product_types', access.product)) ?? '',
        tipo_tecnologia: tokens.token('TIPO_TECNOLOGIA', known('technology_types', access.technology)) ?? '',
        velocidade: access.speed,
        acessos: access.amount,
      })),
    )
}
