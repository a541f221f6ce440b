import { sql } from 'kysely'
import type { ReceiptState } from '#features/regulatory/collects/gate/gate.ts'
import type { PaperVerdict } from '#parts/receipt/verdict.ts'
import type { Ctx } from '#server/operation.ts'

const standings = {
  aceito: 'aceita',
  recebido: 'recebida',
  parcial: 'parte',
  recusado: 'recusada',
  incerto: 'duvida',
} as const satisfies Record<PaperVerdict, ReceiptState['verdict']>

interface StoredPaper {
  readonly collect: number
  readonly name: string
  readonly verdict: PaperVerdict
  readonly words: string | null
}

/** What the newest paper of the version that went last says, by coleta; papers that came in before they were read say nothing. */
export async function papersOf(ctx: Ctx, collects: readonly number[]): Promise<ReadonlyMap<number, ReceiptState>> {
  const { rows } = await sql<StoredPaper>`
    select distinct on (k.id) k.id::float8 as collect, f.name, f.words,
      case when f.kind = 'recusa' and f.verdict is distinct from 'parcial' then 'recusado' else f.verdict end as verdict
    from collects k join collect_files f on f.collect_id = k.id and f.edition = k.edition and f.kind in ('recibo', 'recusa')
      and f.deleted_at is null and (f.verdict is not null or f.kind = 'recusa')
    where k.id = any(${[...collects]}::bigint[])
    order by k.id, f.id desc`.execute(ctx.sql)
  return new Map(
    rows.map(({ collect, name, verdict, words }) => [
      collect,
      { verdict: standings[verdict], name, words: words ?? '' },
    ]),
  )
}
