import { showDate } from '#kernel/show.ts'
import type {
  KnownClient,
  KnownColeta,
  KnownDuty,
  ReceiptProposal,
  ReceiptTarget,
  ReceiptWorld,
} from '#features/regulatory/receipts/known.ts'
import { periodInWords } from '#parts/receipt/doubts.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import { isRefusalVerdict } from '#parts/receipt/verdict.ts'

export const isOut = ({ step }: Pick<KnownColeta, 'step'>) => step === 'enviada' || step === 'processada'

export const targetOfDuty = ({ uuid: client }: KnownClient, { obligation, period }: KnownDuty): ReceiptTarget => ({
  kind: 'obrigacao',
  client,
  obligation,
  period,
})

/** A coleta as it is proposed, with what to know before. */
export function coletaProposal(
  { name }: KnownClient,
  { period, service, fistel, step, receipts }: KnownColeta,
  target: ReceiptTarget,
  more: readonly (string | false)[] = [],
): ReceiptProposal {
  const notes = [
    target.kind === 'coleta' && target.send && 'registra também o envio',
    step === 'com-erro' && (target.kind === 'recusa' ? 'já está com erro: só guarda o papel' : 'está com erro'),
    receipts > 0 && 'já tem recibo',
    ...more,
  ].filter(Boolean)
  return {
    target,
    label: `${name}: coleta de ${periodInWords(period)}, ${service}, fistel ${fistel}`,
    note: notes.length ? notes.join('; ') : null,
  }
}

/** Whose refusal is registered where its files are. */
export const hasOwnRefusal = (obligation: string) => obligation === 'infraestrutura'

const refusedDutyProposal = (
  { uuid: client, name }: KnownClient,
  { obligation, period, title, done_on }: KnownDuty,
): ReceiptProposal => ({
  target: { kind: 'recusa-obrigacao', client, obligation, period },
  label: `${name}: ${title}`,
  note: done_on && `está feita, em ${showDate(done_on)}: volta a ficar em aberto`,
})

interface LikelyOptions {
  /** True when a person searches: a document that was read as a refusal may be a receipt, so both are offered. */
  readonly whatever?: boolean
}
/** What of a client a paper like this one settles, or might. */
export function likelyOf(
  client: KnownClient,
  reading: ReceiptReading,
  world: ReceiptWorld,
  { whatever = false }: LikelyOptions = {},
): readonly ReceiptProposal[] {
  const { kinds, periods, fistels, outcome } = reading
  const isWanted = (period: string) => !periods.length || periods.includes(period)
  const own = world.coletas.filter(
    each => each.client_id === client.id && (!kinds.length || kinds.includes('acessos')) && isWanted(each.period),
  )
  const named = ({ fistel }: KnownColeta) => fistels.includes(fistel) && 'o fistel está no texto'
  const isRefusal = isRefusalVerdict(outcome.verdict)
  const refusals =
    isRefusal && world.may.erro
      ? own
          .filter(each => isOut(each) || each.step === 'com-erro')
          .map(each => coletaProposal(client, each, { kind: 'recusa', coleta: each.uuid }, [named(each)]))
      : []
  const refusedDuties =
    isRefusal && world.may.reabrir
      ? world.duties
          .filter(({ client_id, obligation }) => client_id === client.id && !hasOwnRefusal(obligation))
          .map(duty => refusedDutyProposal(client, duty))
      : []
  if (isRefusal && !whatever) return [...refusals, ...refusedDuties]
  const warning = isRefusal && 'o papel parece uma recusa'
  const coletas = own.flatMap((coleta): readonly ReceiptProposal[] => {
    const send = coleta.step === 'finalizado'
    if (!world.may.recibo || (send && !world.may.enviar)) return []
    if (!send && !isOut(coleta) && coleta.step !== 'com-erro') return []
    return [coletaProposal(client, coleta, { kind: 'coleta', coleta: coleta.uuid, send }, [named(coleta), warning])]
  })
  const note = warning || null
  const duties = world.duties.flatMap((duty): readonly ReceiptProposal[] =>
    duty.client_id === client.id && !duty.done_on && world.may.concluir
      ? [{ target: targetOfDuty(client, duty), label: `${client.name}: ${duty.title}`, note }]
      : [],
  )
  const tasks = world.tasks.flatMap((task): readonly ReceiptProposal[] =>
    task.client_id === client.id && world.may.tarefa && (task.period === null || isWanted(task.period))
      ? [{ target: { kind: 'tarefa', task: task.uuid }, label: `${client.name}: tarefa ${task.name}`, note }]
      : [],
  )
  return [...refusals, ...refusedDuties, ...coletas, ...duties, ...tasks]
}
