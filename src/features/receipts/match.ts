import { maskCnpj } from '#kernel/brasil.ts'
import { showDate } from '#kernel/show.ts'
import { join, plain } from '#kernel/text.ts'
import { steps, type Step } from '#features/collects/coleta/steps.ts'
import { receiptKinds, type ReceiptKind } from '#features/receipts/kinds.ts'
import { emptyReading, type ReceiptReading } from '#features/receipts/read.ts'
import { label } from '#parts/period/period.ts'

/** A client its reader sees. */
export interface KnownClient {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly document: string
  /** All that the house knows of it, collected this month or not. */
  readonly fistels: readonly string[]
}
export interface KnownColeta {
  readonly client_id: number
  readonly uuid: string
  /** '2026-10'. */
  readonly period: string
  readonly fistel: string
  /** 'SCM', and Anatel's number of it. */
  readonly service: string
  readonly term: string | null
  readonly step: Step
  /** Receipts kept of its last version. */
  readonly receipts: number
}
/** An obligation of a client that somebody says was done. */
export interface KnownDuty {
  readonly client_id: number
  readonly obligation: string
  readonly period: string
  /** 'FUST: declaração no SFUST e pagamento, out/2026'. */
  readonly title: string
  readonly done_on: string | null
}
/** A task of a client that is open, and follows no obligation. */
export interface KnownTask {
  readonly client_id: number
  readonly uuid: string
  readonly name: string
  /** Of the template it comes from; none of what was written by hand. */
  readonly template: string | null
  readonly period: string | null
}
/** What a receipt may be of, as far as its reader sees. */
export interface ReceiptWorld {
  /** Whose CNPJ is in the text, and other establishments of the same companies. */
  readonly clients: readonly KnownClient[]
  readonly kin: readonly KnownClient[]
  readonly coletas: readonly KnownColeta[]
  readonly duties: readonly KnownDuty[]
  readonly tasks: readonly KnownTask[]
  /** What they may do by hand. */
  readonly may: Readonly<Record<'recibo' | 'enviar' | 'concluir' | 'tarefa', boolean>>
}

/** What a receipt settles. */
export type ReceiptTarget =
  /** `send`: it is told to have gone to Anatel, too. */
  | { readonly kind: 'coleta'; readonly coleta: string; readonly send: boolean }
  | { readonly kind: 'obrigacao'; readonly client: string; readonly obligation: string; readonly period: string }
  | { readonly kind: 'tarefa'; readonly task: string }
export interface ReceiptProposal {
  readonly target: ReceiptTarget
  /** 'Rádio Vale: coleta de out/2026, SCM, fistel 50412345678'. */
  readonly label: string
  /** What to know before: 'já tem recibo'. */
  readonly note: string | null
}
/** What comes of a receipt: the one thing it settles, or why nobody can tell, with what it may be. */
export type ReceiptVerdict =
  | { readonly act: ReceiptTarget }
  | { readonly act: null; readonly why: string; readonly proposals: readonly ReceiptProposal[] }

/** Proposed at most: past them a person chooses the client first. */
const most = 8

/**
 * What a reading settles. Nothing is guessed: one client, one subject, one period, and one thing that waits for just this;
 * whatever is two, or none, is told. `reading` is null where the file has no text.
 */
export function judge(reading: ReceiptReading | null, world: ReceiptWorld): ReceiptVerdict {
  const found = reading ?? emptyReading
  const doubt = doubtOf(reading, world)
  if (typeof doubt === 'object') return { act: doubt }
  const clients = world.clients.length ? world.clients : world.kin
  const proposals = clients.flatMap(client => likelyOf(client, found, world)).slice(0, most)
  return { act: null, why: doubt, proposals }
}
/** What it settles without a doubt, or the first doubt. */
function doubtOf(reading: ReceiptReading | null, world: ReceiptWorld): ReceiptTarget | string {
  const { clients, kin } = world
  const [client, other] = clients
  if (!reading) return 'Sem texto: parece uma imagem digitalizada. Escolha do que é.'
  if (!client) {
    if (!reading.cnpjs.length) return 'Nenhum CNPJ no texto.'
    const numbers = join(reading.cnpjs.slice(0, 3).map(maskCnpj), 'nem')
    const near = kin.length ? ` Da mesma empresa, há ${join(kin.slice(0, 3).map(({ name }) => name))}.` : ''
    return `O CNPJ ${numbers} não é de nenhum cliente seu.${near}`
  }
  if (other) return `O texto traz o CNPJ de ${join(clients.slice(0, 3).map(({ name }) => name))}: de quem é?`
  const [kind, another] = reading.kinds
  const task = another || (kind && kind !== 'nada-consta') ? null : taskOf(client, reading, world)
  if (task) return task
  if (!kind) return `CNPJ de ${client.name}, mas o texto não diz do que é: acessos, FUST, FUNTTEL…`
  if (another) return `O texto fala de ${join(reading.kinds.map(each => receiptKinds[each].name))}: de qual é?`
  const periods = periodsOf(kind, reading)
  const [period, later] = periods
  if (!period) return `CNPJ de ${client.name}, mas o texto não diz ${whenOf[receiptKinds[kind].of]}.`
  if (later) return `O texto cita ${join(periods.slice(0, 4).map(saidPeriod))}: de qual é?`
  const { obligation } = receiptKinds[kind]
  if (obligation) return dutyDoubt(client, obligation, period, kind, world)
  if (kind !== 'acessos') return `Um ${receiptKinds[kind].name} não tem onde ser guardado sozinho: escolha do que é.`
  return coletaDoubt(client, period, reading, world)
}
/** Words of names that tell no task from another. */
const common = new Set([
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
    const name = plain(template ?? '')
      .split(/[^a-z0-9]+/)
      .filter(word => word.length > 3 && !common.has(word))
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
  if (!duty) return `${client.name} não deve ${receiptKinds[kind].name} de ${saidPeriod(period)}.`
  if (duty.done_on) return `${duty.title}: já está feita, em ${showDate(duty.done_on)}.`
  if (!may.concluir) return 'O seu perfil não marca obrigações como feitas: peça a quem pode.'
  return targetOfDuty(client, duty)
}

function coletaDoubt(client: KnownClient, period: string, reading: ReceiptReading, { coletas, may }: ReceiptWorld) {
  const of = saidPeriod(period)
  const own = coletas.filter(
    each => each.client_id === client.id && each.period === period && each.step !== 'dispensada',
  )
  if (!own.length) return `CNPJ de ${client.name}, mas não há coleta de ${of}.`
  const named = client.fistels.filter(fistel => reading.fistels.includes(fistel))
  const ofFistel = own.filter(({ fistel }) => !named.length || named.includes(fistel))
  if (!ofFistel.length) return `O fistel ${named[0]} não tem coleta de ${of}.`
  const ofService = ofFistel.filter(({ term }) => !reading.services.length || reading.services.includes(term ?? ''))
  const [coleta, other] = ofService
  if (!coleta) return `O texto é de outro serviço: a coleta de ${of} de ${client.name} é de ${ofFistel[0]?.service}.`
  if (other) return `${ofService.length} fistéis deste CNPJ têm coleta de ${of}: qual?`
  if (coleta.step === 'com-erro') return `A coleta de ${of} está com erro: o recibo é do envio que a Anatel recusou?`
  if (!isOut(coleta)) return `CNPJ encontrado, mas a coleta de ${of} não foi enviada: está ${stepName(coleta)}.`
  if (coleta.receipts) return `A coleta de ${of} já tem recibo.`
  if (!may.recibo) return 'O seu perfil não guarda recibos de coletas: peça a quem pode.'
  return { kind: 'coleta', coleta: coleta.uuid, send: false } as const
}

const isOut = ({ step }: Pick<KnownColeta, 'step'>) => step === 'enviada' || step === 'processada'
const stepName = ({ step }: Pick<KnownColeta, 'step'>) => steps[step].name.toLowerCase()
const targetOfDuty = ({ uuid: client }: KnownClient, { obligation, period }: KnownDuty): ReceiptTarget => ({
  kind: 'obrigacao',
  client,
  obligation,
  period,
})

/** '2026-10' → 'out/2026'; '2026-S1' → '1º semestre de 2026'. */
export function saidPeriod(period: string): string {
  const [year = '', part = ''] = period.split('-')
  if (!part) return year
  return part.startsWith('S')
    ? `${part.slice(1)}º semestre de ${year}`
    : label({ year: Number(year), month: Number(part) })
}

const shapes = { mes: /^\d{4}-\d\d$/, semestre: /^\d{4}-S\d$/, ano: /^\d{4}$/ } as const
/** Those a subject may be of. */
const periodsOf = (kind: ReceiptKind, { periods }: ReceiptReading) =>
  periods.filter(each => shapes[receiptKinds[kind].of].test(each))

/** What of a client waits for a receipt like this one, or might. */
export function likelyOf(
  client: KnownClient,
  reading: ReceiptReading,
  world: ReceiptWorld,
): readonly ReceiptProposal[] {
  const { kinds, periods, fistels } = reading
  const isWanted = (period: string) => !periods.length || periods.includes(period)
  const own = world.coletas.filter(
    each => each.client_id === client.id && (!kinds.length || kinds.includes('acessos')) && isWanted(each.period),
  )
  const coletas = own.flatMap((coleta): readonly ReceiptProposal[] => {
    const { uuid, period, service, fistel, step } = coleta
    const send = step === 'finalizado'
    if (!world.may.recibo || (send && !world.may.enviar)) return []
    if (!send && !isOut(coleta) && step !== 'com-erro') return []
    const notes = [
      send && 'registra também o envio',
      step === 'com-erro' && 'está com erro',
      coleta.receipts > 0 && 'já tem recibo',
      fistels.includes(fistel) && 'o fistel está no texto',
    ].filter(Boolean)
    return [
      {
        target: { kind: 'coleta', coleta: uuid, send },
        label: `${client.name}: coleta de ${saidPeriod(period)}, ${service}, fistel ${fistel}`,
        note: notes.length ? notes.join('; ') : null,
      },
    ]
  })
  const duties = world.duties.flatMap((duty): readonly ReceiptProposal[] =>
    duty.client_id === client.id && !duty.done_on && world.may.concluir
      ? [{ target: targetOfDuty(client, duty), label: `${client.name}: ${duty.title}`, note: null }]
      : [],
  )
  const tasks = world.tasks.flatMap((task): readonly ReceiptProposal[] =>
    task.client_id === client.id && world.may.tarefa && (task.period === null || isWanted(task.period))
      ? [{ target: { kind: 'tarefa', task: task.uuid }, label: `${client.name}: tarefa ${task.name}`, note: null }]
      : [],
  )
  return [...coletas, ...duties, ...tasks]
}
