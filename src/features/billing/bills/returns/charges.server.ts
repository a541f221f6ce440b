import { sql } from 'kysely'
import { returnLines, type LineState } from '#features/billing/bills/returns/returned.ts'
import type { ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'
import type { Ctx } from '#server/operation.ts'

/** What a provider states of a boleto without a file. */
export interface ProviderLine {
  readonly provider: string
  /** What its lines are under: 'Avisos do Asaas'. */
  readonly name: string
  readonly account: number
  readonly empresa_id: number | null
  /** Unique among all lines in force. */
  readonly reference: string
  readonly state: LineState
  readonly verdict: ReturnVerdict
  readonly said: string
  readonly note: string | null
  readonly number: string
  readonly payer: string
  readonly payer_name: string
  readonly occurred_on: string | null
  readonly value: number
  readonly paid: number | null
  readonly slip_id: number
  readonly bill_id: number
  readonly payment_id: number | null
}

/** Whether what has this reference was dealt with, or waits for somebody. */
export async function isLineInForce(ctx: Pick<Ctx, 'sql'>, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bank_return_lines
    where reference = ${reference} and state in ('espera', 'aplicada', 'colocada', 'devolvida', 'explicada')`.execute(
    ctx.sql,
  )
  return rows.length > 0
}

/** Writes a line under the one return that collects what the provider of an account states; the caller has its turn. */
export async function addProviderLine(ctx: Ctx, line: ProviderLine) {
  const applied = line.state === 'aplicada'
  const received = applied ? (line.paid ?? 0) : 0
  const { rows } = await sql<{ id: number; at: number }>`
    insert into bank_returns (name, provider, checking_account_id, empresa_id, applied_at, lines, applied, received)
    values (${line.name}, ${line.provider}, ${line.account}, ${line.empresa_id}, now(), 1, ${applied ? 1 : 0}, ${received})
    on conflict (checking_account_id, provider) where provider is not null do update
      set lines = bank_returns.lines + 1, applied = bank_returns.applied + excluded.applied,
        received = bank_returns.received + excluded.received, applied_at = now(), version = bank_returns.version + 1, updated_at = now()
    returning id::float8 as id, lines as at`.execute(ctx.sql)
  const [reading] = rows
  const { rows: made } = await sql<{ uuid: string }>`
    insert into bank_return_lines (bank_return_id, checking_account_id, at, state, verdict, said, note, number, payer, payer_name,
      occurred_on, value, paid, slip_id, bill_id, payment_id, reference)
    values (${reading?.id}, ${line.account}, ${reading?.at}, ${line.state}, ${line.verdict}, ${line.said.slice(0, 500)},
      ${line.note?.slice(0, 500) ?? null}, ${line.number}, ${line.payer.replace(/^0+/, '')}, ${line.payer_name.slice(0, 60)},
      ${line.occurred_on}::date, ${line.value}, ${line.paid}, ${line.slip_id}, ${line.bill_id}, ${line.payment_id}, ${line.reference})
    returning uuid`.execute(ctx.sql)
  ctx.tell({ of: returnLines, uuid: made[0]?.uuid ?? '' })
}
