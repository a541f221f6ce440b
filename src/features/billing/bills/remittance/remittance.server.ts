import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { count, join } from '#kernel/text.ts'
import {
  downloadRemittance,
  generateRemittance,
  previewRemittance,
  readWaitingRemittances,
  type WaitingAccount,
  type WaitingOrder,
} from '#features/billing/bills/remittance/api.ts'
import { changeDueDayRoute } from '#features/billing/bills/remittance/due.server.ts'
import { writeRemittance } from '#features/billing/bills/remittance/cnab240.ts'
import { bankRemittances, remittanceOrders } from '#features/billing/bills/remittance/remitted.ts'
import { answerSql, undoRemittanceRoute } from '#features/billing/bills/remittance/undo.server.ts'
import {
  remitterOf,
  waitingSlips,
  type RemittingAccount,
  type WaitingSlip,
} from '#features/billing/bills/remittance/waiting.server.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { nameOfBank } from '#features/billing/bills/slip/banks.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Boletos of one file: the others wait for the next. */
const mostOrders = 3_000

const sumOf = (slips: readonly WaitingSlip[]) => ({
  count: slips.length,
  value: slips.reduce((sum, { order }) => sum + order.cents, 0) / 100,
})

async function summaryOf(ctx: Ctx, account: RemittingAccount): Promise<WaitingAccount> {
  const remitter = await remitterOf(ctx.sql, account)
  const all = await waitingSlips(ctx.sql, account, remitter, dayIn(new Date()).day)
  const going = all.filter(({ refusal }) => !refusal)
  const blocked = new Map<string, number>()
  for (const { refusal } of all) if (refusal) blocked.set(refusal.why, (blocked.get(refusal.why) ?? 0) + 1)
  return {
    id: account.id,
    uuid: account.uuid,
    name: account.name,
    bank: `${remitter.bank} · ${nameOfBank(remitter.bank)}`,
    number: account.next_remittance,
    lacks: remitter.lacks,
    manual: remitter.layout?.manual ?? null,
    doubts: remitter.layout?.doubts ?? [],
    registrations: sumOf(going.filter(({ order }) => order.movement === '01')),
    dueChanges: sumOf(going.filter(({ order }) => order.movement === '06')),
    writeOffs: sumOf(going.filter(({ order }) => order.movement === '02')),
    blocked: [...blocked].map(([why, those]) => ({ why, count: those })),
  }
}

const remitting = { 'filter[registration]': 'remessa', active: 'true', pagination: 'false' }

const waiting = serve(readWaitingRemittances, async ctx => {
  const accounts = await ctx.rows(checkingAccounts).list(listQuery(checkingAccounts, remitting))
  const data: WaitingAccount[] = []
  for (const account of accounts) data.push(await summaryOf(ctx, account))
  return { data }
})

const preview = serve(previewRemittance, async (ctx, { query }) => {
  const account = await ctx.rows(checkingAccounts).find(query.account)
  const remitter = await remitterOf(ctx.sql, account)
  const all =
    account.registration === 'remessa' ? await waitingSlips(ctx.sql, account, remitter, dayIn(new Date()).day) : []
  return { data: all.map(waitingOrder) }
})

const waitingOrder = ({ row, reason, refusal }: WaitingSlip): WaitingOrder => ({
  slip: row.slip,
  movement: row.movement,
  reason,
  bill: row.bill,
  client: { uuid: row.client, name: row.name },
  number: row.shown,
  due_date: row.due_date,
  value: row.value,
  refusal,
})

/** 'HHMMSS' in the office's zone. */
const clockTime = new Intl.DateTimeFormat('pt-BR', { timeZone, timeStyle: 'medium' })
const timeIn = (now: Date) => clockTime.format(now).replace(/\D/g, '')

/** A remittance before it is stored: what waits now, in a file with the account's next number. */
interface DraftedRemittance {
  readonly account: RemittingAccount
  readonly slips: readonly WaitingSlip[]
  readonly bytes: Buffer
  readonly sha256: string
}

/** Throws a 409 where there is nothing to send, or the account cannot send it. */
async function draftOf(ctx: Ctx, which: string, now: Date): Promise<DraftedRemittance> {
  const account = await ctx.rows(checkingAccounts).find(which)
  if (!account.active || account.registration !== 'remessa')
    throw problem('conflict', `A conta corrente ${account.name} não registra boletos por remessa.`)
  const remitter = await remitterOf(ctx.sql, account)
  if (remitter.lacks.length || !remitter.account)
    throw problem('conflict', `Falta na conta corrente ${account.name}: ${join(remitter.lacks)}`)
  const { day } = dayIn(now)
  const all = await waitingSlips(ctx.sql, account, remitter, day)
  const slips = all.filter(({ refusal }) => !refusal).slice(0, mostOrders)
  if (!slips.length)
    throw problem(
      'conflict',
      all.length
        ? 'Nenhum dos boletos que esperam pode ir: corrija antes o que falta.'
        : 'Nenhum boleto espera remessa nesta conta corrente.',
    )
  const { bank, company } = remitter
  const facts = { bank, company, account: remitter.account, number: account.next_remittance, day, time: timeIn(now) }
  const bytes = writeRemittance(
    facts,
    slips.map(({ order }) => order),
  )
  return { account, slips, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Writes a drafted remittance; null where meanwhile something else waits, or another file took its number. */
async function storeDraft(ctx: Ctx, seen: DraftedRemittance, now: Date) {
  // Remittances of an account are made one after the other: the second request finds nothing left.
  await sql`select 1 from checking_accounts where id = ${seen.account.id} for update`.execute(ctx.sql)
  // Written as its bytes were stored: the chore that removes files without a row waits.
  await sql`select 1 from loose_files where name = ${seen.sha256} for update`.execute(ctx.sql)
  const { account, slips, bytes, sha256 } = await draftOf(ctx, seen.account.uuid, now)
  if (sha256 !== seen.sha256) return null
  const row = await ctx.rows(bankRemittances).create({
    name: `remessa-${String(account.bank ?? 0).padStart(3, '0')}-${String(account.next_remittance).padStart(6, '0')}.rem`,
    checking_account_id: account.id,
    empresa_id: account.empresa_id,
    number: account.next_remittance,
    user_id: ctx.user.id,
    made_at: now.toISOString(),
    size: bytes.length,
    orders: slips.length,
    value: sumOf(slips).value,
    sha256,
  })
  await sql`
    insert into bank_remittance_orders (bank_remittance_id, at, movement, number, bill_id, slip_id, due_date, value)
    select ${row.id}, o.at, o.movement, o.number, o.bill_id, o.slip_id, o.due_date, o.value
    from json_to_recordset(${JSON.stringify(slips.map(columnsOf))}::json) as o (at int, movement text, number text, bill_id bigint,
      slip_id bigint, due_date date, value numeric)
    order by o.at`.execute(ctx.sql)
  await sql`
    update checking_accounts set next_remittance = next_remittance + 1, version = version + 1, updated_at = now()
    where id = ${account.id}`.execute(ctx.sql)
  return ctx.rows(bankRemittances).find(row.id)
}

const columnsOf = ({ row }: WaitingSlip, at: number) => ({
  at: at + 1,
  movement: row.movement,
  number: row.shown,
  bill_id: row.bill_id,
  slip_id: row.slip,
  due_date: row.due_date,
  value: row.value,
})

/** What waits may change between the writing of the bytes and that of the row; so often in a row it does not. */
const tries = 4
const boletos = { one: 'boleto', many: 'boletos', gender: 'm' } as const

const generate = serve(generateRemittance, async (ctx, { body }) => {
  refuseOutsiders(ctx)
  const now = new Date()
  for (let attempt = 0; attempt < tries; attempt++) {
    const seen = await draftOf(ctx, body.account, now)
    await keepFile(ctx, seen.bytes)
    const row = await ctx.transact(inner => storeDraft(inner, seen, now))
    if (row)
      return new Answer(
        201,
        doneAnswer(201, `Remessa nº ${row.number} gerada, com ${count(row.orders, boletos)}.`, row),
      )
  }
  throw problem('conflict', 'Os boletos desta conta mudaram enquanto a remessa era gerada: tente de novo.')
})

/** The file as it was made. */
const file = serve(downloadRemittance, async (ctx, { id: which }) => {
  const { id, name } = await ctx.rows(bankRemittances).find(which)
  const { rows } = await sql<{ sha256: string | null }>`select sha256 from bank_remittances where id = ${id}`.execute(
    ctx.sql,
  )
  const sha256 = rows[0]?.sha256
  if (!sha256) throw problem('missing', 'O arquivo desta remessa não foi guardado.')
  return sendStored(ctx, { name, sha256 })
})

const answeredSql = (alias: string) => `(select count(*)::int from bank_remittance_orders o
  where o.bank_remittance_id = ${alias}.id and ${answerSql('o', '1')} is not null)`

/** What the office asks of its banks about boletos. */
export const remittancesOnServer: ServerFeature = {
  extensions: [
    extend(bankRemittances, {
      derived: {
        answered: answeredSql,
        state:
          alias => `case when ${alias}.undone_at is not null then 'desfeita' when ${answeredSql(alias)} = 0 then 'espera'
          when ${answeredSql(alias)} < ${alias}.orders then 'parte' else 'respondida' end`,
      },
      operations: [waiting, preview, generate, undoRemittanceRoute, file],
    }),
    extend(remittanceOrders, {
      derived: {
        state: alias =>
          `case when ${alias}.undone then 'desfeita' else coalesce(${answerSql(
            alias,
            `case when split_part(l.reference, '/', 3) in ('03', '26', '30') then 'recusada' else 'aceita' end`,
          )}, 'espera') end`,
        said: alias => answerSql(alias, 'l.said'),
      },
    }),
  ],
  operations: () => [changeDueDayRoute],
  files: [{ of: bankRemittances }],
}
