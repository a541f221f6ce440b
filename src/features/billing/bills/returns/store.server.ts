import { sql } from 'kysely'
import { unreadReference, type PlannedReturn } from '#features/billing/bills/returns/plan.server.ts'
import { applied } from '#features/billing/bills/returns/verdicts.ts'
import type { LineState } from '#features/billing/bills/returns/returned.ts'
import { waits, type PlannedLine } from '#features/billing/bills/returns/verdict.ts'
import type { Ctx } from '#server/operation.ts'

/** A line once it was applied; `payment` is the id of what it wrote, null where it wrote none. */
export interface AppliedLine extends PlannedLine {
  readonly payment: number | null
}
interface SentReturn {
  readonly name: string
  readonly size: number
}
/** Characters that a text of a line has room for. */
const longestLine = 500

/** What becomes of a line of this reading: what waits since another reading waits there. */
function stateOf(line: PlannedLine, waiting: ReadonlySet<string>): LineState {
  if (applied.has(line.verdict)) return 'aplicada'
  if (waits(line)) return waiting.has(line.reference) ? 'repetida' : 'espera'
  return line.verdict === 'repetida' ? 'repetida' : 'informa'
}

/** Writes a reading with every line of its file; answers its id. Lines that waited since another reading and were applied now wait no more. */
export async function storeReading(
  ctx: Ctx,
  { name, size }: SentReturn,
  { file, account, sha256, waiting, unread }: PlannedReturn,
  lines: readonly AppliedLine[],
): Promise<number> {
  const received = lines.reduce((sum, { verdict, line }) => sum + (verdict === 'recebe' ? line.paid_cents : 0), 0)
  const fees = lines.reduce((sum, { line }) => sum + line.fee_cents, 0)
  const notes = [...file.skipped.map(({ at, why }) => `Linha ${at}: ${why}`), ...file.doubts].join('\n').slice(0, 5_000)
  const all = lines.length + file.unread.length
  const { rows } = await sql<{ id: number }>`
    insert into bank_returns (name, size, sha256, checking_account_id, empresa_id, user_id, applied_at, created_on, sequence, lines, applied, received, fees, notes)
    values (${name}, ${size}, ${sha256}, ${account.id}, ${account.empresa_id}, ${ctx.user.id}, now(), ${file.created_on}, ${file.sequence}, ${all},
      ${lines.filter(({ verdict }) => applied.has(verdict)).length}, ${received / 100}, ${fees / 100}, ${notes || null})
    returning id::float8 as id`.execute(ctx.sql)
  const id = rows[0]?.id ?? 0
  const now = lines.filter(({ verdict }) => applied.has(verdict)).map(({ reference }) => reference)
  await sql`
    update bank_return_lines set state = 'repetida', version = version + 1, updated_at = now()
    where state = 'espera' and reference = any(${now}::text[])`.execute(ctx.sql)
  const stored = [
    ...lines.map(each => columnsOf(each, stateOf(each, waiting))),
    ...file.unread.map(({ at, why }) => ({
      at,
      state: unread.has(unreadReference(sha256, at)) ? 'espera' : 'repetida',
      verdict: 'ilegivel',
      said: why.slice(0, longestLine),
      reference: unreadReference(sha256, at),
      interest: 0,
      discount: 0,
      fee: 0,
    })),
  ]
  await sql`
    insert into bank_return_lines (bank_return_id, checking_account_id, at, state, verdict, said, note, number, document, payer,
      payer_name, occurred_on, credited_on, value, paid, interest, discount, fee, slip_id, bill_id, payment_id, moved_from, reference)
    select ${id}, ${account.id}, l.at, l.state, l.verdict, l.said, l.note, l.number, l.document, l.payer, l.payer_name, l.occurred_on,
      l.credited_on, l.value, l.paid, l.interest, l.discount, l.fee, l.slip_id, l.bill_id, l.payment_id, l.moved_from, l.reference
    from json_to_recordset(${JSON.stringify(stored)}::json) as l (at int, state text, verdict text, said text, note text, number text,
      document text, payer text, payer_name text, occurred_on date, credited_on date, value numeric, paid numeric, interest numeric,
      discount numeric, fee numeric, slip_id bigint, bill_id bigint, payment_id bigint, moved_from date, reference text)
    order by l.at`.execute(ctx.sql)
  return id
}

function columnsOf({ line, verdict, said, note, reference, slip, bill, payment }: AppliedLine, state: LineState) {
  return {
    at: line.at,
    state,
    verdict,
    said: said.slice(0, longestLine),
    note: note?.slice(0, longestLine),
    number: slip?.shown ?? line.shown.trim(),
    document: line.document,
    payer: line.payer,
    payer_name: line.payer_name,
    occurred_on: line.occurred_on,
    credited_on: line.credited_on,
    value: line.cents / 100,
    paid: line.paid_cents ? line.paid_cents / 100 : null,
    interest: line.added_cents / 100,
    discount: line.discount_cents / 100,
    fee: line.fee_cents / 100,
    slip_id: slip?.id,
    bill_id: bill?.id,
    payment_id: payment,
    moved_from: verdict === 'vencimento' ? slip?.due_date : undefined,
    reference,
  }
}
