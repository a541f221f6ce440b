import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { RowOf } from '#kernel/resource.ts'
import { cancelNote } from '#features/billing/invoices/api.ts'
import { waiveNote } from '#features/billing/order-services/api.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { orderStates, type OrderState } from '#features/billing/order-services/standing.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

// A cancelled order whose note is still valid: somebody who cancels notes ends it, or decides that it stays.

export const noteToCancel = 'nota-por-cancelar' satisfies OrderState

export const noteToCancelNotice: NoticeKind = {
  name: noteToCancel,
  label: 'Notas por cancelar',
  about: 'Uma ordem de serviço foi cancelada, e a nota dela continua valendo.',
  of: [orderServices.path],
  team: true,
  inDigest: true,
}

/** Notifies who may cancel the notes of the order's company, but not who has just cancelled the order. */
export async function tellNoteToCancel(
  ctx: Ctx,
  { uuid, name, empresa_id }: Pick<RowOf<typeof orderServices>, 'uuid' | 'name' | 'empresa_id'>,
) {
  const { rows } = await sql<{ id: number }>`
    select u.id::float8 as id from users u join profiles p on p.id = u.profile_id
    where u.active and u.deleted_at is null and p.active and p.deleted_at is null and p.audience = 'equipe'
      and (u.empresa_id is null or u.empresa_id = ${empresa_id}) and (p.is_admin or p.allow_routes::jsonb ? ${cancelNote.id})`.execute(
    ctx.sql,
  )
  const title = `${name} foi cancelada, e a nota dela continua valendo: cancele-a, ou dispense`
  await notify(ctx, { kind: noteToCancelNotice, to: rows.map(({ id }) => id), of: orderServices, uuid, title })
}

export const waiveNoteRoute = serve(waiveNote, async (ctx, { id, body: { reason } }) => {
  refuseOutsiders(ctx)
  if (!can(ctx.user, cancelNote.id))
    throw problem('forbidden', 'Dispensa quem pode cancelar notas, e o seu perfil não cancela: peça a quem pode.')
  await ctx.rows(orderServices).hold(id)
  const order = await ctx.rows(orderServices).find(id)
  if (order.state !== noteToCancel)
    throw problem(
      'conflict',
      `Não há nota por cancelar. A situação desta ordem é: ${order.state ? orderStates[order.state] : 'desconhecida'}.`,
    )
  const waived = {
    note_waived_at: new Date().toISOString(),
    note_waived_by_id: ctx.user.id,
    note_waived_reason: reason,
  }
  const after = await ctx.rows(orderServices).update(order.id, waived, undefined, 'dispensar-nota')
  return doneAnswer(200, 'Dispensado: a nota continua valendo, e a ordem não espera mais por ela.', after)
})
