import { sql } from 'kysely'
import * as z from 'zod'
import { Problem, refusalIn } from '#kernel/problem.ts'
import { judge, type ReceiptVerdict } from '#features/regulatory/receipts/match.ts'
import { refusedDutyKey } from '#features/regulatory/receipts/refused-duties.server.ts'
import { receiptDrops, receipts, type Receipt } from '#features/regulatory/receipts/receipts.ts'
import { settle } from '#features/regulatory/receipts/settle.server.ts'
import { worldOf } from '#features/regulatory/receipts/world.server.ts'
import { onlyProtocol } from '#parts/receipt/paper.server.ts'
import { readReceipt, type ReceiptReading } from '#parts/receipt/read.ts'
import { readAtOnce, readTexts, unreadReasons, type TextFound } from '#parts/receipt/texts.server.ts'
import { work, type Job } from '#server/jobs/work.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** A file of the drop that nobody read yet. */
interface WaitingFile {
  readonly id: number
  readonly sha256: string
}

/** Reads what a drop brought, a few files at a time, and settles what leaves no doubt; what was settled is in the rows. */
export const readDrop = work<object, null>({
  name: 'receipts.ler',
  of: receiptDrops,
  given: z.object({}),
  needs: () => ['receipt-drops.soltar'],
  run: async (_given, job) => {
    for (;;) {
      const { config, user, sql: db } = await job.look()
      const waiting = await waitingIn(db, job.id)
      if (!waiting.length) return
      const texts = await readTexts(
        config,
        { user: user.id, patient: true },
        waiting.map(({ sha256 }) => sha256),
      )
      for (const [at, { id }] of waiting.entries()) {
        const text = texts[at]
        if (text) await place(job, id, text)
      }
    }
  },
})

async function waitingIn(db: Sql, drop: string): Promise<readonly WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    select r.id, r.sha256 from receipts r join receipt_drops d on d.id = r.drop_id
    where d.uuid = ${drop} and r.state = 'na-fila' and r.deleted_at is null order by r.id limit ${readAtOnce}`.execute(
    db,
  )
  return rows
}

/** One file to where it belongs, or to the tray: a chunk of its own. What turns out refused takes back all of its chunk first. */
async function place(job: Job<null>, id: number, text: TextFound) {
  const reading = text.text === null ? null : readReceipt(text.text)
  const why = text.why && unreadReasons[text.why]
  try {
    await inChunk(job, async ctx => {
      const verdict = judge(reading, await worldOf(ctx, reading, { hold: true }))
      if (verdict.act) await keep(ctx, id, verdict.act, reading)
      else await toTray(ctx, id, why ?? verdict.why, reading)
    })
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status >= 500) throw thrown
    await inChunk(job, ctx => toTray(ctx, id, refusalIn(thrown).join(' '), reading))
  }
}

const inChunk = (job: Job<null>, work: (ctx: Ctx) => Promise<unknown>) =>
  job.chunk(async ctx => {
    // The drop is locked before its receipts and their clients, as when it is undone: two orders of locks would wait for each other.
    await sql`select 1 from receipt_drops where uuid = ${job.id} for no key update`.execute(ctx.sql)
    await work(ctx)
    const { rows } = await sql<{ done: number; total: number }>`
      select (count(*) filter (where r.state <> 'na-fila'))::int as done, count(*)::int as total
      from receipts r join receipt_drops d on d.id = r.drop_id where d.uuid = ${job.id} and r.deleted_at is null`.execute(
      ctx.sql,
    )
    const { done = 0, total = 0 } = rows[0] ?? {}
    return { mark: null, rows_done: done, rows_total: total }
  })

async function keep(ctx: Ctx, id: number, target: NonNullable<ReceiptVerdict['act']>, reading: ReceiptReading | null) {
  const file = await receiptFileOf(ctx, id)
  const { processed } = await ctx.rows(receiptDrops).find(file.drop_id)
  const protocol = onlyProtocol(reading)
  const settled = await settle(ctx, file, target, { reading, protocol, processed })
  await ctx.rows(receipts).update(id, { ...keptAs(ctx, settled, protocol), ...foundAs(reading) }, undefined, 'guardar')
}

/** The fields of a receipt after it is settled. */
export const keptAs = (
  { user }: Ctx,
  { deed, about, address, why = null }: Awaited<ReturnType<typeof settle>>,
  protocol: string | null,
) => ({
  state: 'guardado' as const,
  why: why && why.slice(0, 500),
  about,
  address,
  protocol,
  deed: JSON.stringify(deed),
  refused_duty: deed.kind === 'recusa-obrigacao' ? refusedDutyKey(deed.client, deed) : null,
  settled_at: new Date().toISOString(),
  settler_id: user.id,
})
const foundAs = (reading: ReceiptReading | null) => ({ found: reading && JSON.stringify(reading) })

const toTray = (ctx: Ctx, id: number, why: string, reading: ReceiptReading | null) =>
  ctx.rows(receipts).update(id, { state: 'bandeja', why: why.slice(0, 500), ...foundAs(reading) }, undefined, 'bandeja')

/** A receipt and its bytes' name, which no row hands out. */
export async function receiptFileOf(
  ctx: Ctx,
  key: number | string,
): Promise<Receipt & { sha256: string; version: number }> {
  const row = await ctx.rows(receipts).find(key)
  const { rows } = await sql<{ sha256: string | null }>`select sha256 from receipts where id = ${row.id}`.execute(
    ctx.sql,
  )
  return { ...row, sha256: rows[0]?.sha256 ?? '' }
}
