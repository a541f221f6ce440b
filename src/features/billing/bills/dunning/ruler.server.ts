import { sql } from 'kysely'
import { bankDayFrom } from '#kernel/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { previewRuler } from '#features/billing/bills/dunning/api.ts'
import {
  dunningPast,
  dunningRuler,
  isSameRuler,
  readRuler,
  stepOn,
  type DunningRuler,
} from '#features/billing/bills/dunning/dunning.ts'
import { financeContacts } from '#features/billing/bills/statement/statement.server.ts'
import { subjectSql } from '#features/billing/bills/bill/subject.server.ts'
import { leftSql } from '#features/billing/bills/bill/sums.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { readOfficeSettings } from '#parts/setting/setting.server.ts'
import type { House } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** The ruler in force, and whether a change of it leaves past steps unsent. */
export async function rulerTexts(db: Sql) {
  const texts = await readOfficeSettings(db, [dunningRuler, dunningPast])
  const text = texts.get(dunningRuler.key) ?? ''
  return { text, ruler: readRuler(text), skipsPast: texts.get(dunningPast.key) !== dunningPast.options[1] }
}

export interface DunnedBill {
  readonly id: number
  readonly client_id: number
  readonly client: string
  readonly client_uuid: string
  readonly text: string
  readonly due_date: string
  /** Cents. */
  readonly left: number
}

/** Reads open bills of active clients without a pause in dunning. */
export async function openBills(trx: Sql): Promise<readonly DunnedBill[]> {
  const { rows } = await sql<DunnedBill>`
    select b.id, b.client_id, c.name as client, c.uuid as client_uuid, b.due_date::text as due_date, (100 * ${leftSql('b')})::float8 as left,
      concat_ws(' · ', ${sql.raw(subjectSql('b'))}, 'nº ' || coalesce(b.billet_number, b.id::text)) as text
    from bills_to_receive b join clients c on c.id = b.client_id and c.active and c.deleted_at is null
    where b.deleted_at is null and b.active and not b.downloaded and not b.called_off and ${leftSql('b')} > 0
      and not exists (select 1 from dunning_pauses p where p.client_id = c.id)
    order by b.client_id, b.due_date, b.id`.execute(trx)
  return rows
}

/** Whether the day of a step is before another day. */
const isPast = (step: number, due: string, day: string) => dayAfter(due, step) < day

/**
 * Sees whether the ruler changed since the last round. If it did, steps of earlier days count as done without a letter, unless
 * the office wants them sent. Mark and ruler commit together: a kill leaves neither.
 */
export async function skipPastSteps({ kysely }: House['database'], day: string): Promise<number> {
  return kysely.transaction().execute(async trx => {
    await sql`insert into installation (key, value) values ('dunning ruler', '') on conflict do nothing`.execute(trx)
    const { rows } = await sql<{ value: string }>`
      select value from installation where key = 'dunning ruler' for update`.execute(trx)
    const { text, ruler, skipsPast } = await rulerTexts(trx)
    if (isSameRuler(rows[0]?.value, text)) return 0
    await sql`update installation set value = ${text} where key = 'dunning ruler'`.execute(trx)
    return ruler === null || ruler === 'wrong' || !skipsPast ? 0 : markPast(trx, ruler, day)
  })
}

/** Marks the past step of every open bill: those of a paused client, too, who may be written to again tomorrow. */
async function markPast(trx: Sql, ruler: DunningRuler, day: string): Promise<number> {
  const { rows } = await sql<{ id: number; due_date: string }>`
    select id, due_date::text as due_date from bills_to_receive
    where deleted_at is null and not downloaded and not called_off`.execute(trx)
  const past = rows.flatMap(({ id, due_date }) => {
    const step = stepOn(ruler, due_date, day)
    return step !== null && isPast(step, due_date, day) ? [{ bill_id: id, step: String(step) }] : []
  })
  const { rows: marked } = await sql`
    insert into bill_dunnings (bill_id, step, skipped)
    select bill_id, step, true from json_to_recordset(${JSON.stringify(past)}::json) as n(bill_id bigint, step text)
    on conflict do nothing returning bill_id`.execute(trx)
  return marked.length
}

const nameAlone = listQuery(clients, { columns: 'name' }).columns

/** Counts whom a typed ruler would write to on its first day, the same way as its round does: clients that its reader sees, and how many others. */
export const previewOfRuler = serve(previewRuler, async (ctx, { query }) => {
  refuseOutsiders(ctx)
  const today = dayIn(new Date()).day
  const day = bankDayFrom(today)
  const ruler = readRuler(query.ruler)
  const none = { day, clients: 0, past: 0, mute: 0, unseen: 0, unseen_past: 0 }
  if (ruler === 'wrong') return { ...none, state: 'errada' as const }
  if (ruler === null) return { ...none, state: 'desligada' as const }
  const { text } = await rulerTexts(ctx.sql)
  const { rows } = await sql<{ at: string }>`select bill_id || ' ' || step as at from bill_dunnings`.execute(ctx.sql)
  const done = new Set(rows.map(({ at }) => at))
  const due = (await openBills(ctx.sql)).flatMap(({ id, client_id, due_date }) => {
    const step = stepOn(ruler, due_date, day)
    return step === null || done.has(`${id} ${step}`) ? [] : [{ client_id, past: isPast(step, due_date, today) }]
  })
  const owners = (past: boolean) => new Set(due.flatMap(each => (each.past === past ? [each.client_id] : [])))
  const now = owners(false)
  const past = new Set([...owners(true)].filter(id => !now.has(id)))
  const all = [...now, ...past]
  const contacts = await financeContacts(ctx, all)
  const seen = new Set((await ctx.rows(clients).among(all, nameAlone)).map(({ id }) => id))
  const countOf = (some: Iterable<number>, isSeen: boolean) =>
    [...some].filter(id => seen.has(id) === isSeen && contacts.get(id)?.length).length
  const reached = { clients: countOf(now, true), past: countOf(past, true) }
  return {
    state: isSameRuler(text, query.ruler) ? ('igual' as const) : ('nova' as const),
    day,
    ...reached,
    mute: seen.size - reached.clients - reached.past,
    unseen: countOf(now, false),
    unseen_past: countOf(past, false),
  }
})
