import { sql } from 'kysely'
import { isSuperAdmin } from '#kernel/access.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { receiptDrops, receipts, type Receipt, type ReceiptDrop } from '#features/regulatory/receipts/receipts.ts'
import { deedIn, takeBackDeed } from '#features/regulatory/receipts/settle.server.ts'
import { going } from '#parts/progress/progress.ts'
import type { Ctx } from '#server/operation.ts'

/** The cleared fields of an undone receipt. */
const forgotten = {
  about: null,
  address: null,
  protocol: null,
  deed: null,
  refused_duty: null,
  settled_at: null,
  settler_id: null,
} as const

/** Takes back what one receipt did; it waits in the tray again. Theirs alone who dropped it, or settled it. */
export async function undoReceipt(row: Receipt, ctx: Ctx) {
  const { drop, settler_id } = await ctx.rows(receipts).find(row.id)
  const { user_id } = await ctx.rows(receiptDrops).find(drop.id)
  if (ctx.user.id !== user_id && ctx.user.id !== settler_id && !isSuperAdmin(ctx.user))
    throw problem('forbidden', 'Só quem soltou ou guardou o comprovante, ou um superadministrador, pode desfazer.')
  await back(ctx, row.id)
  return ctx
    .rows(receipts)
    .update(row.id, { ...forgotten, state: 'bandeja', why: 'Desfeito: escolha do que é.' }, undefined, 'desfazer')
}

/** Undoes all that a drop did, the last first, and empties its tray; what changed since remains, with the reason. */
export async function undoDrop(drop: ReceiptDrop, ctx: Ctx) {
  if (going.some(state => state === drop.state)) await ctx.jobs.cancel(drop)
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from receipts where drop_id = ${drop.id} and deleted_at is null
      and state in ('na-fila', 'bandeja', 'de-lado', 'guardado') order by settled_at desc nulls last, id desc for update`.execute(
    ctx.sql,
  )
  for (const { id, state } of rows) {
    const why = state === 'guardado' ? await backOrWhy(ctx, id) : null
    const change = why
      ? { why: `Não foi desfeito: ${why}`.slice(0, 500) }
      : ({ ...forgotten, state: 'desfeito', why: null } as const)
    await ctx.rows(receipts).update(id, change, undefined, 'desfazer')
  }
  const stopped = going.some(state => state === drop.state) ? ({ state: 'cancelado' } as const) : {}
  return ctx
    .rows(receiptDrops)
    .update(drop.id, { ...stopped, undone_at: new Date().toISOString() }, undefined, 'desfazer')
}

async function back(ctx: Ctx, id: number) {
  const { rows } = await sql<{ deed: string | null }>`select deed from receipts where id = ${id} for update`.execute(
    ctx.sql,
  )
  const deed = deedIn(rows[0]?.deed ?? null)
  if (!deed) throw problem('conflict', 'Este comprovante já foi desfeito.')
  await takeBackDeed(ctx, deed)
}

const backOrWhy = (ctx: Ctx, id: number): Promise<string | null> =>
  back(ctx, id).then(
    () => null,
    (thrown: unknown) => refusalIn(thrown).join(' '),
  )
