import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import {
  readItemLogs,
  readPayload,
  readPayloadExtras,
  retryItems,
  summarizeQueue,
} from '#features/platform/integrations/api.ts'
import { noteLine } from '#features/platform/integrations/queue.server.ts'
import { queueStates, type QueueState } from '#parts/integration/integration.ts'
import { maskedValue } from '#parts/integration/mask.ts'
import { integrationQueues, type QueueRow } from '#parts/integration/queues.ts'
import { record } from '#server/audit.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** One part of an item: what was tried, what is sent. Secrets and the CPF of people are answered masked. */
const part = (
  call: typeof readItemLogs | typeof readPayload | typeof readPayloadExtras,
  read: (ctx: Ctx, id: string) => Promise<unknown>,
) => serve(call, async (ctx, { id }) => ({ data: await read(ctx, id) }))

const carried = (column: 'payload' | 'payload_extras') => async (ctx: Ctx, key: string) => {
  const id = await ctx.rows(integrationQueues).locate(key)
  const { rows } = await sql<{ text: string | null }>`
    select ${sql.ref(column)} as text from integration_queues where id = ${id}`.execute(ctx.sql)
  return maskedValue(parsed(rows[0]?.text ?? null))
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Waits = Pick<QueueRow, 'id' | 'uuid' | 'state' | 'kind'>

/** Puts back what failed or was called off, from the beginning of its tries; alone, what waits for its next try too. */
async function sendItemAgain(ctx: Ctx, { id, uuid, state, kind }: Waits, alone: boolean) {
  if (kind === 'consulta')
    throw problem(
      'conflict',
      'É uma consulta que já passou: ninguém espera por ela. Consulte de novo na tela de origem.',
    )
  const { rows } = await sql`
    update integration_queues set state = 'pendente', tries = 0, next_attempt_at = null, error = null, ended_at = null,
      version = version + 1, updated_at = now()
    where id = ${id} and (state in ('falhou', 'cancelado') or ${alone} and state = 'pendente' and next_attempt_at > now())
    returning id`.execute(ctx.sql)
  if (!rows.length)
    throw problem(
      'conflict',
      `Está ${queueStates[state].toLowerCase()}: só o que falhou ou foi cancelado é tentado de novo.`,
    )
  await turned(ctx, { id, uuid }, 'reprocessar', [state, 'pendente'], 'Tentar de novo')
}

async function callOff(ctx: Ctx, { id, uuid }: Waits) {
  const { rows } = await sql`
    update integration_queues set state = 'cancelado', next_attempt_at = null, ended_at = now(), version = version + 1, updated_at = now()
    where id = ${id} and state = 'pendente' returning id`.execute(ctx.sql)
  if (!rows.length) throw problem('conflict', 'Já está a caminho, ou terminou: não dá mais para cancelar.')
  await turned(ctx, { id, uuid }, 'cancelar', ['pendente', 'cancelado'], 'Cancelado')
}

async function turned(
  ctx: Ctx,
  { id, uuid }: Pick<Waits, 'id' | 'uuid'>,
  event: string,
  state: readonly [QueueState, QueueState],
  said: string,
) {
  await noteLine(ctx.sql, id, new Date(), { outcome: 'pedido', message: `${said}, por ${ctx.user.name}.` })
  await record(ctx, integrationQueues, id, event, { state })
  ctx.tell({ of: integrationQueues, uuid })
}

const retryRoute = serve(retryItems, async (ctx, { body }) => {
  const found = new Set<number>()
  for (const id of body.ids) found.add(await ctx.rows(integrationQueues).locate(id))
  // Always in the same order, so that no two requests wait for each other.
  for (const id of [...found].toSorted((a, b) => a - b))
    await sendItemAgain(ctx, await ctx.rows(integrationQueues).lock(id), false)
  return doneAnswer(200, `${count(found.size, integrationQueues.text)} de volta à fila.`, { changed: found.size })
})

const summaryRoute = serve(summarizeQueue, async ctx => {
  const of = (states: string) =>
    ctx.rows(integrationQueues).count(listQuery(integrationQueues, { 'filter[state][in]': states }))
  return {
    data: { sent: await of('enviado'), waiting: await of('pendente,processando'), failed: await of('falhou') },
  }
})

/** What is on its way cannot be put aside under the hands of who sends it. */
const refuseGoing = ({ state }: Pick<QueueRow, 'state'>) => {
  if (state === 'processando') throw problem('conflict', 'Está sendo enviado agora: espere terminar.')
}

export const itemsExtension = extend(integrationQueues, {
  beforeRemove: refuseGoing,
  actions: {
    reprocessar: async (row, ctx) => {
      await sendItemAgain(ctx, row, true)
      return ctx.rows(integrationQueues).find(row.id)
    },
    cancelar: async (row, ctx) => {
      await callOff(ctx, row)
      return ctx.rows(integrationQueues).find(row.id)
    },
  },
  operations: [
    retryRoute,
    summaryRoute,
    part(readItemLogs, async (ctx, id) => (await ctx.rows(integrationQueues).find(id)).logs),
    part(readPayload, carried('payload')),
    part(readPayloadExtras, carried('payload_extras')),
  ],
})
