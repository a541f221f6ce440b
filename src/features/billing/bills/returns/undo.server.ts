import { lockBillsOf, moveDue, showLines } from '#features/billing/bills/slip/slips.server.ts'
import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { reverse } from '#features/billing/bills/payments/receive.server.ts'
import { downloadReturn, undoReturn } from '#features/billing/bills/returns/api.ts'
import { bankReturns, type LineState } from '#features/billing/bills/returns/returned.ts'
import type { ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'
import { takeTurn } from '#features/billing/bills/returns/turn.server.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Undoes a whole reading: its payments are taken back, its boletos are as the other readings say, and its file may be read again. */
export const undoReturnRoute = serve(undoReturn, async (ctx, { id, body: { reason } }) => {
  refuseOutsiders(ctx)
  if (!can(ctx.user, 'bill-payments.estornar'))
    throw problem('forbidden', 'Desfazer a leitura estorna recebimentos, e o seu perfil não estorna: peça a quem pode.')
  await takeTurn(ctx)
  const reading = await ctx.rows(bankReturns).hold(id)
  if (reading.undone_at)
    throw problem('conflict', `Esta leitura já foi desfeita, em ${showInstant(reading.undone_at)}.`)
  await refuseNoFile(ctx, reading.id)
  const lines = await linesOf(ctx, reading.id)
  const taken = await reverseEach(ctx, lines, reason)
  await sql`
      update bank_return_lines set state = 'desfeita', version = version + 1, updated_at = now()
      where bank_return_id = ${reading.id} and state in ('espera', 'aplicada', 'colocada', 'devolvida', 'explicada')`.execute(
    ctx.sql,
  )
  await waitAgain(ctx, lines)
  await restoreSlips(ctx, lines)
  await restoreDueDays(ctx, lines)
  const undone = { undone_at: new Date().toISOString(), undone_by_id: ctx.user.id, reason }
  const row = await ctx.rows(bankReturns).update(reading.id, undone, undefined, 'desfazer')
  const result = taken
    ? `Leitura desfeita: ${count(taken, { one: 'recebimento estornado', many: 'recebimentos estornados', gender: 'm' })}.`
    : 'Leitura desfeita.'
  return doneAnswer(200, `${result} O arquivo pode ser lido de novo.`, row)
})

/** Throws where there is no file to read again: what a provider states one by one is decided line by line. */
async function refuseNoFile(ctx: Ctx, id: number) {
  const { rows } = await sql`select 1 from bank_returns where id = ${id} and provider is not null`.execute(ctx.sql)
  if (rows.length)
    throw problem('conflict', 'Isto não é um arquivo: estorne o recebimento na conta, e a linha dele volta a esperar.')
}

interface UndoneLine {
  readonly id: number
  readonly state: LineState
  readonly verdict: ReturnVerdict
  readonly reference: string
  readonly slip_id: number | null
  /** Of a payment that was not taken back. */
  readonly payment_id: number | null
  readonly bill: string | null
}
async function linesOf(ctx: Ctx, reading: number): Promise<readonly UndoneLine[]> {
  const { rows } = await sql<UndoneLine>`
    select l.id::float8 as id, l.state, l.verdict, l.reference, l.slip_id::float8 as slip_id, p.id::float8 as payment_id, b.uuid as bill
    from bank_return_lines l
    left join bill_payments p on p.id = l.payment_id and p.reversed_at is null
    left join bills_to_receive b on b.id = l.bill_id
    where l.bank_return_id = ${reading} and l.state in ('espera', 'aplicada', 'colocada', 'devolvida', 'explicada')
    order by l.id`.execute(ctx.sql)
  return rows
}

async function reverseEach(ctx: Ctx, lines: readonly UndoneLine[], reason: string): Promise<number> {
  let taken = 0
  for (const { payment_id: payment, bill } of lines) {
    if (payment === null) continue
    await reverse(ctx, payment, `Leitura do retorno desfeita: ${reason}`.slice(0, 500))
    if (bill) ctx.tell({ of: bills, uuid: bill })
    taken++
  }
  return taken
}

/** Money of this reading that another file, whose reading is in force, brought as well: it belongs to no bill now, and waits there. */
async function waitAgain(ctx: Ctx, lines: readonly UndoneLine[]) {
  await sql`
    update bank_return_lines l
    set state = 'espera', note = 'A leitura que a aplicou foi desfeita.', version = l.version + 1, updated_at = now()
    from (
      select distinct on (o.reference) o.id from bank_return_lines o
      join bank_returns r on r.id = o.bank_return_id and r.undone_at is null
      where o.reference = any(${lines.map(({ reference }) => reference)}::text[]) and o.state = 'repetida'
        and (o.paid > 0 or o.verdict = 'ilegivel')
      order by o.reference, o.id desc
    ) last
    where l.id = last.id`.execute(ctx.sql)
}

/** A due day that this reading changed is what it was before it, unless another reading in force changed it since. */
async function restoreDueDays(ctx: Ctx, lines: readonly UndoneLine[]) {
  const moved = lines.filter(({ verdict, state }) => state === 'aplicada' && verdict === 'vencimento')
  const { rows } = await sql<{ slip: number; due: string }>`
    select distinct on (l.slip_id) l.slip_id::float8 as slip, l.moved_from::text as due from bank_return_lines l
    where l.id = any(${moved.map(({ id }) => id)}::bigint[]) and not exists (
      select 1 from bank_return_lines o
      where o.slip_id = l.slip_id and o.id > l.id and o.state = 'aplicada' and o.verdict = 'vencimento')
    order by l.slip_id, l.id`.execute(ctx.sql)
  for (const { slip, due } of rows) await moveDue(ctx, slip, due)
}

const changesRegistration: ReadonlySet<ReturnVerdict> = new Set(['registra', 'recusa', 'baixa'])
/** Boletos that this reading registered or refused are as the last reading in force says. */
async function restoreSlips(ctx: Ctx, lines: readonly UndoneLine[]) {
  const touched = lines.flatMap(({ slip_id: slip, verdict, state }) =>
    slip !== null && state === 'aplicada' && changesRegistration.has(verdict) ? [slip] : [],
  )
  await lockBillsOf(ctx, touched)
  await sql`
    update bill_slips s set
      registered_at = case when l.verdict = 'registra' then coalesce(l.created_at, now()) end,
      refused_at = case when l.verdict in ('recusa', 'baixa') then l.created_at end,
      refusal = case when l.verdict in ('recusa', 'baixa') then l.said end
    from unnest(${[...new Set(touched)]}::bigint[]) as t (id)
    left join lateral (
      select verdict, said, created_at from bank_return_lines
      where slip_id = t.id and state = 'aplicada' and verdict in ('registra', 'recusa', 'baixa')
      order by id desc limit 1) l on true
    where s.id = t.id`.execute(ctx.sql)
  await showLines(ctx, touched)
}

/** The file of the bank as it was applied. */
export const returnFileRoute = serve(downloadReturn, async (ctx, { id: which }) => {
  const { id, name } = await ctx.rows(bankReturns).find(which)
  const { rows } = await sql<{ sha256: string | null }>`select sha256 from bank_returns where id = ${id}`.execute(
    ctx.sql,
  )
  const sha256 = rows[0]?.sha256
  if (!sha256) throw problem('missing', 'O arquivo desta leitura não foi guardado.')
  return sendStored(ctx, { name, sha256 })
})
