import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { markObligations, reopenObligations, type NamedDuty } from '#features/regulatory/obligations/api.ts'
import { dutyOf } from '#features/regulatory/obligations/duties.ts'
import { followed } from '#features/regulatory/obligations/load.server.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Mark obligations as done, of one client or of many, and take the marks back. */
export const markOperations: readonly AnyOperation[] = [
  serve(markObligations, async (ctx, { body }) => {
    let marked = 0
    await lockClients(
      ctx,
      body.items.map(({ client }) => client),
    )
    for (const each of onceEach(body.items)) if (await markDone(ctx, each, body)) marked++
    return doneAnswer(200, marked ? `${count(marked, obligations.text)} ${feitas(marked)}.` : 'Já estava feito.', {
      marked,
    })
  }),
  serve(reopenObligations, async (ctx, { body }) => {
    let opened = 0
    await lockClients(
      ctx,
      body.items.map(({ client }) => client),
    )
    for (const each of onceEach(body.items)) if (await takeMark(ctx, each)) opened++
    const said = opened
      ? `${count(opened, obligations.text)} ${opened === 1 ? 'reaberta' : 'reabertas'}.`
      : 'Já estava aberto.'
    return doneAnswer(200, said, { reopened: opened })
  }),
]

const feitas = (n: number) => (n === 1 ? 'feita' : 'feitas')
const onceEach = (given: readonly NamedDuty[]) =>
  new Map(given.map(each => [`${each.client} ${each.obligation} ${each.period}`, each])).values()

/** Marks an obligation as done; false when it was marked before. */
export async function markDone(
  ctx: Ctx,
  duty: NamedDuty,
  { done_on, note = null }: { readonly done_on: string; readonly note?: string | null | undefined },
): Promise<boolean> {
  refuseFuture(done_on)
  const { client_id, mark } = await standing(ctx, duty)
  if (mark !== null) return false
  const { obligation, period } = duty
  await ctx.rows(obligations).create({ obligation, period, client_id, done_on, note, user_id: ctx.user.id })
  return true
}

/** Removes the mark that an obligation was done; false when there was none. */
export async function takeMark(ctx: Ctx, duty: NamedDuty): Promise<boolean> {
  const { mark } = await standing(ctx, duty)
  if (mark === null) return false
  await ctx.rows(obligations).remove(mark)
  return true
}

/** In one order, whatever the order they are named in. */
const lockClients = ({ sql: db }: Ctx, uuids: readonly string[]) =>
  sql`select 1 from clients where uuid = any(${[...uuids]}::uuid[]) order by id for no key update`.execute(db)

export function refuseFuture(done_on: string) {
  if (done_on > dayIn(new Date()).day) throw invalid({ done_on: 'O que foi feito não pode estar no futuro.' })
}

/** Answers the client and the mark of an obligation; refuses an unknown one, and one whose coleta determines it. */
async function standing(ctx: Ctx, { client, obligation, period }: NamedDuty) {
  const duty = dutyOf(followed(ctx.config), obligation, period)
  if (!duty) throw invalid({ items: `Não há obrigação “${obligation}” de “${period}”.` })
  if (duty.rule.told) throw invalid({ items: `${duty.rule.name}: registre o envio da coleta, e ela fica feita.` })
  const { id: client_id } = await ctx.rows(clients).find(client, [])
  // Two who mark the same at once wait for each other: the second finds it marked.
  await lockClients(ctx, [client])
  return { client_id, mark: await markOf(ctx, { client_id, obligation, period }) }
}

/** The id of the mark that a client's obligation was done; null when there is none. */
export async function markOf(
  { sql: db }: Ctx,
  {
    client_id,
    obligation,
    period,
  }: { readonly client_id: number; readonly obligation: string; readonly period: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from client_obligations
    where client_id = ${client_id} and obligation = ${obligation} and period = ${period} and deleted_at is null`.execute(
    db,
  )
  return rows[0]?.id ?? null
}
