import * as z from 'zod'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { clients } from '#features/clients/clients/clients.ts'
import {
  answersOf,
  gateReason,
  gateViews,
  blockingReasons,
  passGate,
} from '#features/regulatory/collects/check/pass.server.ts'
import { collectFiles, collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import {
  keepPaper,
  keepRefusal,
  storedFilesOfColetas,
  move,
  refuseSamePaper,
  refuseUnless,
  sayFiled,
  takeBackFiled,
  type GivenReceipt,
  type StoredFiling,
} from '#features/regulatory/collects/files/filing.server.ts'
import { dutyOf, dutyTitle, type Duty } from '#features/regulatory/obligations/duties.ts'
import { followed } from '#features/regulatory/obligations/load.server.ts'
import { markDone, markOf } from '#features/regulatory/obligations/mark.server.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { ReceiptTarget } from '#features/regulatory/receipts/known.ts'
import { hasOwnRefusal } from '#features/regulatory/receipts/likely.ts'
import { finishTask, reopenTask } from '#features/regulatory/tasks/act.server.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { holdClients } from '#features/regulatory/receipts/world.server.ts'
import { label, lastDay } from '#parts/period/period.ts'
import { paperFacts } from '#parts/receipt/paper.server.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import { emptyOutcome, isRefusalVerdict, outcomeDoubt, refusalError } from '#parts/receipt/verdict.ts'
import type { Ctx } from '#server/operation.ts'

const step = z.enum(['enviada', 'processada', 'com-erro'])
const deed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('coleta'),
    collect: z.int(),
    /** The receipt among its files, and the version of the coleta it is of. */
    file: z.int(),
    edition: z.int(),
    /** Where the coleta stood afterwards; and its row's version, where that was changed too. */
    step,
    sent: z.object({ version: z.int() }).optional(),
    processed: z.object({ version: z.int() }).optional(),
  }),
  z.object({
    kind: z.literal('recusa'),
    collect: z.int(),
    /** The paper among its files. */
    file: z.int(),
    edition: z.int(),
    /** Where the coleta was before, and its version once it had the error; null where it had one already. */
    moved: z.object({ from: step, version: z.int() }).nullable(),
  }),
  z.object({ kind: z.literal('obrigacao'), mark: z.int() }),
  z.object({
    kind: z.literal('recusa-obrigacao'),
    client: z.int(),
    obligation: z.string(),
    period: z.string(),
    /** The mark that the obligation was done, which the refusal removed; null where there was none. */
    mark: z.int().nullable(),
  }),
  z.object({ kind: z.literal('tarefa'), task: z.int(), version: z.int() }),
])
/** What was done with a receipt, and takes it back. */
export type Deed = z.infer<typeof deed>
export const deedIn = (json: string | null): Deed | null => (json === null ? null : deed.parse(JSON.parse(json)))

export interface Settled {
  readonly deed: Deed
  readonly about: string
  /** Its screen. */
  readonly address: string
  /** The reason to show beside it: why its coleta is not processed as requested, or the words by which it refuses. */
  readonly why?: string | null
}
interface SettleOptions {
  readonly reading: ReceiptReading | null
  readonly protocol: string | null
  /** Coletas that were sent become processed, where the receipt says that they were accepted. */
  readonly processed: boolean
  /** A person read that the paper looks like a refusal, and takes it for a receipt all the same. */
  readonly sure?: boolean
  /** What goes, where the target says to send. */
  readonly filed?: StoredFiling
}

/** Does with a receipt what somebody could do by hand, refused where they could not. All that refuses comes before anything is written. */
export function settle(ctx: Ctx, file: GivenReceipt, target: ReceiptTarget, options: SettleOptions): Promise<Settled> {
  if (target.kind === 'recusa') return ofRefusal(ctx, file, target, options)
  if (target.kind === 'recusa-obrigacao') return refuseDuty(ctx, target, options)
  const verdict = options.reading?.outcome.verdict ?? 'incerto'
  if (isRefusalVerdict(verdict) && !options.sure)
    throw problem(
      'conflict',
      `${outcomeDoubt(options.reading?.outcome ?? emptyOutcome)} Registre o erro, ou confirme que é um recibo.`,
    )
  if (target.kind === 'coleta') return ofColeta(ctx, file, target, options)
  return target.kind === 'tarefa' ? ofTask(ctx, file, target, options) : ofDuty(ctx, file, target, options)
}

function refuseUnable({ user }: Ctx, permission: string, what: string) {
  if (!can(user, permission)) throw problem('forbidden', `O seu perfil não ${what}: peça a quem pode.`)
}

async function ofColeta(
  ctx: Ctx,
  file: GivenReceipt,
  { coleta, send }: ReceiptTarget & { readonly kind: 'coleta' },
  { reading, protocol, processed, filed = null }: SettleOptions,
): Promise<Settled> {
  refuseUnable(ctx, 'collects.recibo', 'guarda recibos de coletas')
  if (send) refuseUnable(ctx, 'collects.enviar', 'registra envios')
  const { client_id } = await ctx.rows(collects).find(coleta, [])
  await holdClients(ctx, [client_id])
  const collect = await ctx.rows(collects).lock(coleta)
  if (send) refuseUnless(collect, 'finalizado')
  else refuseUnless(collect, 'enviada', 'processada', 'com-erro')
  await refuseSamePaper(ctx, collect.id, file, 'recibo')

  const answers = send ? await passGate(ctx, 'enviar', collect) : {}
  const sent = send ? await sayFiled(ctx, collect, filed, answers) : null
  const now = sent ?? collect
  const { id } = await keepPaper(ctx, now, file, 'recibo', paperFacts(reading, protocol))
  const isAccepted = reading?.outcome.verdict === 'aceito'
  const moves =
    processed && isAccepted && !send && stepOf(now.status) === 'enviada' && can(ctx.user, 'collects.processada')
  // Looked at once the receipt is among its files: it may say that nothing was processed.
  const points = moves ? ((await gateViews(ctx, 'processada', [collect])).get(collect.id)?.points ?? []) : []
  const stays = blockingReasons(points, gateReason(ctx))
  const passed = moves && stays.length === 0
  const moved = passed ? await move(ctx, now, 'processada', 'processada', null, answersOf(ctx, collect, points)) : null
  return {
    why: stays.length ? `Guardado; a coleta não foi marcada como processada. ${stays.join(' ')}` : null,
    deed: deed.parse({
      kind: 'coleta',
      collect: collect.id,
      file: id,
      edition: collect.edition,
      step: stepOf((moved ?? now).status),
      ...(sent && { sent: { version: sent.version } }),
      ...(moved && { processed: { version: moved.version } }),
    }),
    ...placeOf(collect),
  }
}
/** A coleta, and the screen of what was sent of it. */
const placeOf = (collect: Pick<Collect, 'uuid' | 'client' | 'fistel' | 'year' | 'month'>) => ({
  about: `${collect.client.name}: coleta de ${label(collect)}, fistel ${collect.fistel.name}`.slice(0, 255),
  address: `/collects/${collect.uuid}?tab=envio`,
})

/** Files a refusal with its coleta, which has an error from then on. */
async function ofRefusal(
  ctx: Ctx,
  file: GivenReceipt,
  { coleta }: ReceiptTarget & { readonly kind: 'recusa' },
  { reading, protocol }: SettleOptions,
): Promise<Settled> {
  refuseUnable(ctx, 'collects.erro', 'registra erros de coletas')
  const { client_id } = await ctx.rows(collects).find(coleta, [])
  await holdClients(ctx, [client_id])
  const collect = await ctx.rows(collects).lock(coleta)
  const { kept, moved } = await keepRefusal(ctx, collect, file, reading, protocol)
  return {
    deed: deed.parse({
      kind: 'recusa',
      collect: collect.id,
      file: kept.id,
      edition: collect.edition,
      moved: moved && { from: stepOf(collect.status), version: moved.version },
    }),
    about: `Recusa: ${placeOf(collect).about}`.slice(0, 255),
    address: placeOf(collect).address,
  }
}

type NamedTarget = Pick<ReceiptTarget & { readonly kind: 'obrigacao' }, 'client' | 'obligation' | 'period'>

/** Locks the client and answers the obligation; refuses one whose coleta determines it, for nobody marks that by hand. */
async function heldDuty(ctx: Ctx, { client: key, obligation, period }: NamedTarget) {
  const duty = dutyOf(followed(ctx.config), obligation, period)
  if (!duty) throw problem('conflict', `Não há obrigação “${obligation}” de “${period}”.`)
  if (duty.rule.told) throw problem('conflict', `${duty.rule.name}: registre o envio da coleta, e ela fica feita.`)
  const client = await ctx.rows(clients).find(key, [])
  await holdClients(ctx, [client.id])
  const title = dutyTitle({ name: duty.rule.name, label: duty.label })
  const mark = () => markOf(ctx, { client_id: client.id, obligation, period })
  return { duty, client, title, mark, address: `/clients/${client.uuid}?tab=obrigacoes` }
}

async function ofDuty(
  ctx: Ctx,
  file: GivenReceipt,
  target: ReceiptTarget & { readonly kind: 'obrigacao' },
  { reading, protocol }: SettleOptions,
): Promise<Settled> {
  refuseUnable(ctx, 'obligations.concluir', 'marca obrigações como feitas')
  const { obligation, period } = target
  const { duty, client, title, mark, address } = await heldDuty(ctx, target)
  const known = await mark()
  if (known !== null) {
    const { done_on } = await ctx.rows(obligations).find(known)
    throw problem('conflict', `${title}: já está feita, em ${showDate(done_on)}.`)
  }
  await markDone(
    ctx,
    { client: client.uuid, obligation, period },
    { done_on: dayOf(reading, duty.month), note: noteOf(file, protocol) },
  )
  return {
    deed: { kind: 'obrigacao', mark: (await mark()) ?? 0 },
    about: `${client.name}: ${title}`.slice(0, 255),
    address,
  }
}

/** Registers that a filing was refused: the obligation is open again, even if marked as done. */
async function refuseDuty(
  ctx: Ctx,
  target: ReceiptTarget & { readonly kind: 'recusa-obrigacao' },
  { reading }: SettleOptions,
): Promise<Settled> {
  refuseUnable(ctx, 'obligations.reabrir', 'reabre obrigações')
  const { obligation, period } = target
  if (hasOwnRefusal(obligation))
    throw problem('conflict', 'Registre esta recusa na infraestrutura anual do cliente, onde estão os arquivos.')
  const { client, title, mark, address } = await heldDuty(ctx, target)
  const known = await mark()
  if (known !== null) await ctx.rows(obligations).remove(known)
  return {
    deed: { kind: 'recusa-obrigacao', client: client.id, obligation, period, mark: known },
    about: `Recusa: ${client.name}: ${title}`.slice(0, 255),
    address,
    why: refusalError(reading?.outcome ?? emptyOutcome),
  }
}

async function ofTask(
  ctx: Ctx,
  file: GivenReceipt,
  { task: key }: ReceiptTarget & { readonly kind: 'tarefa' },
  { reading, protocol }: SettleOptions,
): Promise<Settled> {
  refuseUnable(ctx, 'clients.tarefas.concluir', 'conclui tarefas')
  const { client_id } = await ctx.rows(clientTasks).find(key, [])
  await holdClients(ctx, [client_id])
  const task = await ctx.rows(clientTasks).lock(key)
  const on = { done_on: dayOf(reading, null), note: noteOf(file, protocol) }
  const { id, version } = await finishTask(ctx, task, on, task.version)
  return {
    deed: { kind: 'tarefa', task: id, version },
    about: `${task.client.name}: tarefa ${task.name}`.slice(0, 255),
    address: `/client-tarefas/${task.uuid}`,
  }
}

const noteOf = ({ name }: GivenReceipt, protocol: string | null) =>
  [`Comprovante ${name}`, protocol && `protocolo ${protocol}`].filter(Boolean).join(', ')

/** The day the receipt gives for it, when it is none of the month it speaks of nor one to come; else today. */
function dayOf(reading: ReceiptReading | null, month: Duty['month']): string {
  const today = dayIn(new Date()).day
  const day = reading?.day ?? today
  return day <= today && (!month || day > lastDay(month)) ? day : today
}

/** Takes back just what was done; refused, before anything is written, where it is no longer as it was left. */
export function takeBackDeed(ctx: Ctx, done: Deed): Promise<void> {
  if (done.kind === 'coleta') return backOfColeta(ctx, done)
  if (done.kind === 'recusa') return backOfRefusal(ctx, done)
  if (done.kind === 'recusa-obrigacao') return backOfRefusedDuty(ctx, done)
  return done.kind === 'tarefa' ? backOfTask(ctx, done) : backOfDuty(ctx, done)
}

async function backOfColeta(
  ctx: Ctx,
  { collect: id, file, edition, step: left, sent, processed }: Deed & { readonly kind: 'coleta' },
) {
  refuseUnable(ctx, 'collects.recibo', 'guarda recibos de coletas')
  const collect = await ctx.rows(collects).lock(id)
  const changed = processed?.version ?? sent?.version
  const now = stepOf(collect.status)
  if (now !== left || collect.edition !== edition || (changed !== undefined && changed !== collect.version))
    throw problem('conflict', `A coleta mudou depois, e está ${steps[now].name.toLowerCase()}: o recibo fica.`)
  const receipts = await storedFilesOfColetas(ctx, [id], 'recibo')
  if (!receipts.some(each => each.id === file)) throw problem('conflict', 'O recibo não está mais na coleta.')
  if (sent && receipts.length > 1) throw problem('conflict', 'A coleta ganhou outro recibo depois: o envio fica.')
  await ctx.rows(collectFiles).remove(file)
  if (processed) await move(ctx, collect, 'enviada', 'desfazer-processada')
  if (sent) await takeBackFiled(ctx, id, sent.version)
}

async function backOfRefusal(ctx: Ctx, { collect: id, file, edition, moved }: Deed & { readonly kind: 'recusa' }) {
  refuseUnable(ctx, 'collects.erro', 'registra erros de coletas')
  const collect = await ctx.rows(collects).lock(id)
  const now = stepOf(collect.status)
  if (moved && (now !== 'com-erro' || collect.edition !== edition || collect.version !== moved.version))
    throw problem('conflict', `A coleta mudou depois, e está ${steps[now].name.toLowerCase()}: a recusa fica.`)
  const refusals = await storedFilesOfColetas(ctx, [id], 'recusa')
  if (!refusals.some(each => each.id === file)) throw problem('conflict', 'A recusa não está mais na coleta.')
  await ctx.rows(collectFiles).remove(file)
  if (moved) await move(ctx, collect, moved.from, 'desfazer-erro')
}

async function backOfDuty(ctx: Ctx, { mark }: Deed & { readonly kind: 'obrigacao' }) {
  refuseUnable(ctx, 'obligations.reabrir', 'reabre obrigações')
  const found = await ctx.rows(obligations).seek(mark)
  if (!found) throw problem('conflict', 'A obrigação já foi reaberta por alguém.')
  if (found.version !== 1) throw problem('conflict', 'A marca da obrigação mudou depois: ela fica.')
  await ctx.rows(obligations).remove(mark)
}

async function backOfRefusedDuty(
  ctx: Ctx,
  { client, obligation, period, mark }: Deed & { readonly kind: 'recusa-obrigacao' },
) {
  refuseUnable(ctx, 'obligations.reabrir', 'reabre obrigações')
  if (mark === null) return
  refuseUnable(ctx, 'obligations.concluir', 'marca obrigações como feitas')
  await holdClients(ctx, [client])
  if ((await markOf(ctx, { client_id: client, obligation, period })) !== null)
    throw problem('conflict', 'A obrigação foi marcada como feita depois: a recusa fica.')
  await ctx.rows(obligations).revive(mark)
}

async function backOfTask(ctx: Ctx, { task: id, version }: Deed & { readonly kind: 'tarefa' }) {
  refuseUnable(ctx, 'clients.tarefas.reabrir', 'reabre tarefas')
  const task = await ctx.rows(clientTasks).lock(id)
  if (task.version !== version || !task.done) throw problem('conflict', 'A tarefa mudou depois: fica como está.')
  await reopenTask(ctx, task, 'O comprovante foi desfeito.', version)
}
