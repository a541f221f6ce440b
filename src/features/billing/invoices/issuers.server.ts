import { sql } from 'kysely'
import type { Emitter } from '#features/people/empresas/empresas.ts'
import type { Sql } from '#server/operation.ts'

/** Answers a sentence if no company issues by this emitter; else null. */
export async function lackingIssuerBy(db: Sql, emitter: Emitter): Promise<string | null> {
  const { rows } = await sql`
    select 1 from empresas where emissor = ${emitter} and active and deleted_at is null limit 1`.execute(db)
  return rows.length ? null : 'Nenhuma empresa emite por ele: escolha em Empresas, em Emissão de notas.'
}
