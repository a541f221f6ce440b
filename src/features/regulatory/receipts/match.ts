import { maskCnpj } from '#kernel/brasil.ts'
import { showDate } from '#kernel/show.ts'
import { join, foldText } from '#kernel/text.ts'
import { steps } from '#features/regulatory/collects/coleta/steps.ts'
import { isOut, likelyOf, coletaProposal, targetOfDuty } from '#features/regulatory/receipts/likely.ts'
import type {
  KnownClient,
  KnownColeta,
  ReceiptProposal,
  ReceiptTarget,
  ReceiptWorld,
} from '#features/regulatory/receipts/known.ts'
import { rowsDoubt, periodInWords } from '#parts/receipt/doubts.ts'
import { receiptKinds, type ReceiptKind } from '#parts/receipt/kinds.ts'
import { emptyReading, type ReceiptReading } from '#parts/receipt/read.ts'
import { isRefusalVerdict, outcomeDoubt } from '#parts/receipt/verdict.ts'

/** The result for a receipt: the one thing it settles, or why that is undecided, with the proposals. */
export type ReceiptVerdict =
  | { readonly act: ReceiptTarget }
  | { readonly act: null; readonly why: string; readonly proposals: readonly ReceiptProposal[] }

/** Proposed at most: past them a person chooses the client first. */
const proposalLimit = 8

/**
 * Decides what a reading settles. Nothing is guessed: it needs one client, one subject, one period, and one thing that waits
 * for just this; otherwise the verdict says why. `reading` is null where the file has no text.
 */
export function judge(reading: ReceiptReading | null, world: ReceiptWorld): ReceiptVerdict {
  const found = reading ?? emptyReading
  const meant = doubtOf(reading, world)
  const paper = reading && outcomeDoubt(reading.outcome)
  if (typeof meant === 'object' && !paper) return { act: meant }
  const clients = world.clients.length ? world.clients : onceEach([...world.byFistel, ...world.kin])
  const proposals =
    typeof meant === 'object' && meant.kind === 'recusa'
      ? refusalOf(meant.coleta, clients, world)
      : clients.flatMap(client => likelyOf(client, found, world)).slice(0, proposalLimit)
  const isRefusal = isRefusalVerdict(found.outcome.verdict)
  const why = [isRefusal || typeof meant === 'object' ? paper : null, typeof meant === 'string' ? meant : null]
  return { act: null, why: why.filter(Boolean).join(' '), proposals }
}
const onceEach = (clients: readonly KnownClient[]) => [...new Map(clients.map(each => [each.id, each])).values()]
function refusalOf(
  uuid: string,
  clients: readonly KnownClient[],
  { coletas }: ReceiptWorld,
): readonly ReceiptProposal[] {
  const coleta = coletas.find(each => each.uuid === uuid)
  const client = clients.find(({ id }) => id === coleta?.client_id)
  return coleta && client ? [coletaProposal(client, coleta, { kind: 'recusa', coleta: uuid })] : []
}
/** What it settles without a doubt, or the first doubt. */
function doubtOf(reading: ReceiptReading | null, world: ReceiptWorld): ReceiptTarget | string {
  const { clients } = world
  const [client, other] = clients
  if (!reading) return 'Sem texto: parece uma imagem digitalizada. Escolha do que é.'
  if (!client) return nobodyDoubt(reading, world)
  if (other) return `O texto traz o CNPJ de ${join(clients.slice(0, 3).map(({ name }) => name))}: de quem é?`
  const [kind, another] = reading.kinds
  const task = another || (kind && kind !== 'nada-consta') ? null : taskOf(client, reading, world)
  if (task) return task
  if (!kind) return `CNPJ de ${client.name}, mas o texto não diz do que é: acessos, FUST, FUNTTEL…`
  if (another) return `O texto fala de ${join(reading.kinds.map(each => receiptKinds[each].name))}: de qual é?`
  const periods = periodsOf(kind, reading)
  const [period, later] = periods
  if (!period) return `CNPJ de ${client.name}, mas o texto não diz ${whenOf[receiptKinds[kind].of]}.`
  if (later) return `O texto cita ${join(periods.slice(0, 4).map(periodInWords))}: de qual é?`
  const { obligation } = receiptKinds[kind]
  if (obligation) return dutyDoubt(client, obligation, period, kind, world)
  if (kind !== 'acessos') return `Um ${receiptKinds[kind].name} não tem onde ser guardado sozinho: escolha do que é.`
  return coletaDoubt(client, period, reading, world)
}
/** Which number is nobody's or is no number, and what the others say. */
function nobodyDoubt({ cnpjs, fistels, wrong }: ReceiptReading, { kin, byFistel }: ReceiptWorld): string {
  const broken = wrong.cnpjs.slice(0, 3)
  const first = cnpjs.length
    ? `O CNPJ ${join(cnpjs.slice(0, 3).map(maskCnpj), 'nem')} não é de nenhum cliente seu.`
    : broken.length
      ? `O CNPJ ${join(broken)} não confere: algum dígito está trocado.`
      : 'Nenhum CNPJ no texto.'
  const near = kin.length && ` Da mesma empresa, há ${join(kin.slice(0, 3).map(({ name }) => name))}.`
  const owners = byFistel.slice(0, 3).map(({ name, fistels: own }) => {
    const number = own.find(each => fistels.includes(each)) ?? own.find(each => wrong.fistels.includes(each))
    return ` O fistel ${number} é de ${name}.`
  })
  const strange = !owners.length && wrong.fistels[0] && ` O fistel ${wrong.fistels[0]} também não confere.`
  return [first, near, ...owners, !cnpjs.length && broken.length > 0 && strange].filter(Boolean).join('')
}
/** Words that are too common in names of tasks to distinguish them. */
const commonWords = new Set([
  'mensal',
  'anual',
  'cliente',
  'tarefa',
  'enviar',
  'conferir',
  'fazer',
  'emitir',
  'renovar',
  'para',
])

/** The one task of the client whose name, in whole, is in the text, and whose period too. */
function taskOf(
  { id }: KnownClient,
  { words, periods }: ReceiptReading,
  { tasks, may }: ReceiptWorld,
): ReceiptTarget | null {
  const text = new Set(words.split(/[^a-z0-9]+/))
  const [task, other] = tasks.filter(({ client_id, template, period }) => {
    const name = foldText(template ?? '')
      .split(/[^a-z0-9]+/)
      .filter(word => word.length > 3 && !commonWords.has(word))
    return (
      client_id === id && period && periods.includes(period) && name.length > 0 && name.every(word => text.has(word))
    )
  })
  return task && !other && may.tarefa ? { kind: 'tarefa', task: task.uuid } : null
}

const whenOf = { mes: 'a competência', semestre: 'o semestre', ano: 'o ano' } as const

function dutyDoubt(
  client: KnownClient,
  obligation: string,
  period: string,
  kind: ReceiptKind,
  { duties, may }: ReceiptWorld,
) {
  const duty = duties.find(
    each => each.client_id === client.id && each.obligation === obligation && each.period === period,
  )
  if (!duty) return `${client.name} não deve ${receiptKinds[kind].name} de ${periodInWords(period)}.`
  if (duty.done_on) return `${duty.title}: já está feita, em ${showDate(duty.done_on)}.`
  if (!may.concluir) return 'O seu perfil não marca obrigações como feitas: peça a quem pode.'
  return targetOfDuty(client, duty)
}

function coletaDoubt(
  client: KnownClient,
  period: string,
  reading: ReceiptReading,
  { coletas, may }: ReceiptWorld,
): ReceiptTarget | string {
  const of = periodInWords(period)
  const own = coletas.filter(
    each => each.client_id === client.id && each.period === period && each.step !== 'dispensada',
  )
  if (!own.length) return `CNPJ de ${client.name}, mas não há coleta de ${of}.`
  const named = client.fistels.filter(each => reading.fistels.includes(each) || reading.wrong.fistels.includes(each))
  if (!named.length && reading.wrong.fistels.length)
    return `O fistel ${reading.wrong.fistels[0]} não confere: algum dígito está trocado.`
  const ofFistel = own.filter(({ fistel }) => !named.length || named.includes(fistel))
  if (!ofFistel.length) return `O fistel ${named[0]} não tem coleta de ${of}.`
  const ofService = ofFistel.filter(({ term }) => !reading.services.length || reading.services.includes(term ?? ''))
  const [coleta, other] = ofService
  if (!coleta) return `O texto é de outro serviço: a coleta de ${of} de ${client.name} é de ${ofFistel[0]?.service}.`
  if (other) return `${ofService.length} fistéis deste CNPJ têm coleta de ${of}: qual?`
  if (isRefusalVerdict(reading.outcome.verdict) && (isOut(coleta) || coleta.step === 'com-erro'))
    return may.erro
      ? { kind: 'recusa', coleta: coleta.uuid }
      : 'O seu perfil não registra erros de coletas: peça a quem pode.'
  if (coleta.step === 'com-erro') return `A coleta de ${of} está com erro: o recibo é do envio que a Anatel recusou?`
  if (!isOut(coleta)) return `CNPJ encontrado, mas a coleta de ${of} não foi enviada: está ${stepName(coleta)}.`
  if (coleta.receipts) return `A coleta de ${of} já tem recibo.`
  const rows = rowsDoubt(reading, coleta.rows)
  if (rows) return rows
  if (!may.recibo) return 'O seu perfil não guarda recibos de coletas: peça a quem pode.'
  return { kind: 'coleta', coleta: coleta.uuid, send: false }
}

const stepName = ({ step }: Pick<KnownColeta, 'step'>) => steps[step].name.toLowerCase()

const shapes = { mes: /^\d{4}-\d\d$/, semestre: /^\d{4}-S\d$/, ano: /^\d{4}$/ } as const
/** Those a subject may be of. */
const periodsOf = (kind: ReceiptKind, { periods }: ReceiptReading) =>
  periods.filter(each => shapes[receiptKinds[kind].of].test(each))
