import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { ActionOf, StoredOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { passGate } from '#features/regulatory/collects/check/pass.server.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { lastMonthOf } from '#features/regulatory/collects/compare/neighbours.server.ts'
import { requiredFields, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { termOf } from '#features/regulatory/anatel/services.server.ts'
import { tokensOf } from '#features/regulatory/anatel/tokens.server.ts'
import { label, previous } from '#parts/period/period.ts'
import { notifyQuestion, tellHandedIn } from '#features/regulatory/collects/coleta/told.server.ts'
import type { Step } from '#features/regulatory/collects/coleta/steps.ts'
import { statusOf } from '#parts/status/status.server.ts'
import type { Ctx } from '#server/operation.ts'

type CollectChanges = Partial<StoredOf<typeof collects>>
type StepAction = (row: Collect, ctx: Ctx) => Promise<Collect>

/** Moves a coleta to a step, under the action's name in its history. */
const goes =
  (step: Step, event: string, more: (row: Collect) => CollectChanges = () => ({})): StepAction =>
  async (row, ctx) =>
    ctx
      .rows(collects)
      .update(row.id, { status_id: await statusOf(ctx, 'Collect', step), ...more(row) }, undefined, event)

/** Open again, where it was before. */
export const reopen = (step: Step) => goes(step, 'reabrir')
/** The client's again, with a question that went to them in words. */
export const waitForClient = goes('aguardando-cliente', 'perguntar')
const handOver: StepAction = async (row, ctx) => {
  await tellHandedIn(ctx, row)
  return goes('em-conferencia', 'entregar')(row, ctx)
}

/** What was answered at the gate is written with the step itself. */
export async function finishPassed(row: Collect, ctx: Ctx, answers: CollectChanges) {
  return goes('finalizado', 'finalizar', () => answers)(row, ctx)
}
const finish: StepAction = async (row, ctx) => finishPassed(row, ctx, await passGate(ctx, 'finalizar', row))

const markProcessed: StepAction = async (row, ctx) => {
  const answers = await passGate(ctx, 'processada', row)
  return goes('processada', 'processada', () => answers)(row, ctx)
}

/** The month before, if there is anything in it to copy; a 409 that says why not. */
export function monthToCopy(row: Collect, before: Collect | null): Collect {
  if (!before) throw problem('conflict', `Este fistel não tem coleta de ${label(previous(row))} para copiar.`)
  if (!before.locations.length && !before.finances.length)
    throw problem('conflict', `A coleta de ${label(before)} deste fistel está vazia: não há o que copiar.`)
  return before
}

async function copyLast(row: Collect, ctx: Ctx) {
  const before = monthToCopy(row, await lastMonthOf(ctx, row))
  // What the client does not see of the money is not copied by their hand.
  const money = isStaff(ctx.user) || !row.hide_finance
  return ctx.rows(collects).update(
    row.id,
    {
      zeroed: before.zeroed,
      repeated: label(previous(row)),
      locations: before.locations.map(({ city_id, state, accesses_ordered: accesses }) => ({
        city_id,
        state,
        accesses_ordered: accesses.map(({ id: _id, uuid: _uuid, ...access }) => access),
      })),
      ...(money && { finances: before.finances.map(({ id: _id, uuid: _uuid, ...line }) => line) }),
    },
    undefined,
    'copiar-anterior',
  )
}

/**
 * One record of zero accesses at the head office: what practice files when there is nothing, for a file without records is
 * refused (Anatel, layout "Acessos - SCM"). No rule says so: the check asks for it to be confirmed.
 */
async function declareNothing(row: Collect, ctx: Ctx) {
  const { addresses } = await ctx.rows(clients).find(row.client_id)
  const place = addresses.find(({ city_id }) => city_id !== null)
  if (!place?.city_id)
    throw problem('conflict', 'O cliente está sem endereço com município: complete o cadastro antes.')
  const tokens = await tokensOf(ctx.sql)
  const sigla = (column: TokenColumn, token: string): number => {
    const id = tokens.id(column, token)
    if (id === undefined) throw problem('conflict', `Falta a sigla ${token} nos cadastros.`)
    return id
  }
  const asked = requiredFields(await termOf(ctx, row.service_type_id), row)
  const access = {
    client_type_id: sigla('TIPO_CLIENTE', 'PJ'),
    attendance_middle_id: sigla('TIPO_MEIO', 'fibra'),
    ...(asked.includes('attendance_type') && { attendance_type_id: sigla('TIPO_ATENDIMENTO', 'URBANO') }),
    ...(asked.includes('product_type') && { product_type_id: sigla('TIPO_PRODUTO', 'internet') }),
    ...(asked.includes('technology_type') && { technology_type_id: sigla('TIPO_TECNOLOGIA', 'FTTH') }),
    ...(asked.includes('speed') && { speed: 1 }),
  }
  return ctx.rows(collects).update(
    row.id,
    {
      zeroed: true,
      locations: [{ city_id: place.city_id, accesses_ordered: [{ ...access, amount: 0 }] }],
    },
    undefined,
    'zerar',
  )
}

/** The way of a coleta from empty to processed, and back. */
export const stepActions: Readonly<Record<ActionOf<typeof collects>, StepAction>> = {
  'pedir-ao-cliente': async (row, ctx) => {
    await notifyQuestion(ctx, row, false)
    return goes('aguardando-cliente', 'pedir-ao-cliente')(row, ctx)
  },
  entregar: handOver,
  'devolver-ao-cliente': async (row, ctx) => {
    await notifyQuestion(ctx, row, true)
    return goes('aguardando-cliente', 'devolver-ao-cliente')(row, ctx)
  },
  finalizar: finish,
  reabrir: reopen('em-aberto'),
  processada: markProcessed,
  retificar: goes('em-aberto', 'retificar', ({ edition }) => ({ edition: edition + 1, error: null })),
  dispensar: goes('dispensada', 'dispensar'),
  'copiar-anterior': copyLast,
  'confirmar-sem-mudancas': async (row, ctx) => finish(await copyLast(row, ctx), ctx),
  'entregar-sem-mudancas': async (row, ctx) => handOver(await copyLast(row, ctx), ctx),
  zerar: declareNothing,
}
