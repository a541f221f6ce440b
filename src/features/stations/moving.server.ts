import { sql } from 'kysely'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { invalid } from '#kernel/problem.ts'
import { count, join } from '#kernel/text.ts'
import { features } from '#features/index.ts'
import { stationNotes } from '#features/stations/notes.ts'
import { stationUploads } from '#features/stations/uploads.ts'
import type { Ctx } from '#server/operation.ts'

interface MovedStation {
  readonly id: number
  readonly metas: readonly Meta[]
}

/**
 * What is of the client a station leaves does not go with it: notes and files tell of that client, and run-time fields name rows
 * of theirs. Links, and all else that points to it, the machine refuses by itself.
 */
export async function refuseKept({ id, metas }: MovedStation, { sql: db }: Ctx) {
  const { rows } = await sql<{ notes: number; files: number }>`
    select (select count(*) from station_notes where station_id = ${id} and deleted_at is null)::int as notes,
      (select count(*) from station_uploads where station_id = ${id} and deleted_at is null)::int as files`.execute(db)
  const { notes = 0, files = 0 } = rows[0] ?? {}
  const said = [
    ...(notes ? [count(notes, stationNotes.text)] : []),
    ...(files ? [count(files, stationUploads.text)] : []),
    ...(metas.some(namesOwned) ? ['campos próprios que apontam para registros deste cliente'] : []),
  ]
  if (said.length)
    throw invalid({
      client_id: `A estação guarda ${join(said)}: não passa a outro cliente. Duplique-a para ele, ou retire antes o que é deste.`,
    })
}

/** Whether it holds a row of a section that is not everybody's. */
function namesOwned(meta: Meta): boolean {
  const { value, extras, fields = [] } = meta
  const of = features.find(({ path }) => path === extras.model)
  const owned = of !== undefined && of.scope !== 'everyone'
  return (metaTypeOf(meta) === 'model' && Boolean(value) && owned) || fields.some(namesOwned)
}
