import { sql } from 'kysely'
import { eachMeta, metaTypeOf, type Meta } from '#kernel/meta.ts'
import { invalid } from '#kernel/problem.ts'
import { count, join } from '#kernel/text.ts'
import { stationNotes } from '#features/network/stations/notes.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import type { Ctx } from '#server/operation.ts'

interface MovedStation {
  readonly id: number
  readonly metas: readonly Meta[]
}

/**
 * Refuses to move a station to another client while it has notes or files, also in its own fields: they are about the old client.
 * Links and other rows that refer to it are checked elsewhere, as are fields that refer to the old client's rows.
 */
export async function refuseKept({ id, metas }: MovedStation, { sql: db }: Ctx) {
  const { rows } = await sql<{ notes: number; files: number }>`
    select (select count(*) from station_notes where station_id = ${id} and deleted_at is null)::int as notes,
      (select count(*) from station_uploads where station_id = ${id} and deleted_at is null)::int as files`.execute(db)
  const { notes = 0, files = 0 } = rows[0] ?? {}
  const said = [
    ...(notes ? [count(notes, stationNotes.text)] : []),
    ...(files ? [count(files, stationUploads.text)] : []),
    ...(eachMeta(metas).some(holdsFile) ? ['arquivos em campos próprios'] : []),
  ]
  if (said.length)
    throw invalid({
      client_id: `A estação guarda ${join(said)}: não passa a outro cliente. Duplique-a para ele, ou retire antes o que é deste.`,
    })
}

const holdsFile = (meta: Meta) => metaTypeOf(meta) === 'file' && Boolean(meta.value)
