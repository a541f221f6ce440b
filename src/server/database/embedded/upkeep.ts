import type { PGlite } from '@electric-sql/pglite'
import type { DurableFiles } from '#server/database/embedded/durable.ts'

/** Nothing else checkpoints this engine: the log, and the time to open after a crash, would grow without end. */
const checkpointBytes = 64 * 1024 * 1024

/** Checkpoints once enough was written since the last time; `always` for whatever was written at all. */
export function checkpointer(engine: PGlite, files: DurableFiles): (when: 'due' | 'always') => Promise<void> {
  let done = files.written
  return async when => {
    const waiting = files.written - done
    if (waiting < (when === 'due' ? checkpointBytes : 1)) return
    await engine.exec('checkpoint')
    done = files.written
  }
}

/** The thresholds of PostgreSQL's autovacuum, which this engine has not. */
const worn = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

/** Tables with enough dead or changed rows to be worth vacuuming. */
export async function wornTables(engine: PGlite): Promise<readonly string[]> {
  // The counts of the last second are otherwise still on their way.
  await engine.exec('select pg_stat_force_next_flush()')
  const { rows } = await engine.query<{ name: string }>(worn)
  return rows.map(row => row.name)
}

export const vacuum = (engine: PGlite, table: string) => engine.exec(`vacuum (analyze) ${table}`)
