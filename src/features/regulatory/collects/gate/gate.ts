import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { label, lastDay, type Period } from '#parts/period/period.ts'

/** What a coleta is to be called: each asks whether it may, at every door alike. */
export const gateActs = {
  finalizar: { label: 'Finalizar', done: 'finalizada' },
  enviar: { label: 'Registrar envio', done: 'registrada como enviada' },
  processada: { label: 'Marcar como processada', done: 'marcada como processada' },
} as const
export type GateAct = keyof typeof gateActs

/** What is looked at; a setting names them in these words. */
export const gateKinds = [
  'origem',
  'mes',
  'perguntas',
  'acompanhar',
  'conferencia',
  'comparacao',
  'recibo',
  'aguarda',
] as const
export type GateKind = (typeof gateKinds)[number]
/** In order: blocks until fixed; needs a written reason, which is stored; only informs. */
export type GateWeight = 'stops' | 'asks' | 'tells'

/** A user wrote this reason for a point that needed one. */
export interface GateAnswer {
  readonly name: string
  readonly reason: string
  readonly at: string
}
export interface GatePoint {
  readonly kind: GateKind
  readonly weight: GateWeight
  /** In Portuguese, at most 500 characters: an answer is stored with it. */
  readonly text: string
  /** The tab, or the field, of the coleta where it is put right; null where nothing of it is. */
  readonly where: string | null
  /** Null unless the same point was let through before. */
  readonly answered: GateAnswer | null
}

/** Where the numbers of a coleta come from. */
export interface NumbersOrigin {
  readonly kind: 'recebidos' | 'digitados' | 'copiados' | 'vazios'
  /** 'out/2026' of copies, the file's name of what was received. */
  readonly of: string | null
  /** Who of the client handed them over after they came in. */
  readonly confirmed: string | null
}
/** What a receipt of the version that went last says of it. */
export interface ReceiptState {
  readonly verdict: 'aceita' | 'recusada' | 'parte' | 'recebida' | 'duvida'
  /** The name of its file, and the words that say so. */
  readonly name: string
  readonly words: string
}
/** Questions to the client that nobody closed, each in a few words. */
export interface OpenQuestions {
  readonly count: number
  readonly names: readonly string[]
}
/** What the check found, as far as the gate goes by it. */
interface GateFinding {
  readonly key: string
  readonly severity: 'impede' | 'atencao' | 'dica'
  readonly field: string | null
  readonly message: string
  readonly acknowledged: unknown
}

/** All that the gate goes by. */
export interface GateFacts {
  readonly act: GateAct
  readonly period: Period
  /** A day of Brasília, 'AAAA-MM-DD'. */
  readonly today: string
  readonly origin: NumbersOrigin
  readonly questions: OpenQuestions
  /** What colleagues wrote to come back to, and did not resolve. */
  readonly followUps: readonly string[]
  /** Empty where the coleta is locked since it passed. */
  readonly findings: readonly GateFinding[]
  readonly receipt: ReceiptState | null
  /** What Anatel answered of this version, as somebody wrote it down. */
  readonly error: string | null
  /** Name of the client who still has to hand it over; null where nobody has to. */
  readonly awaited: string | null
  /** Reasons written before, by kind and text. */
  readonly answers: readonly (GateAnswer & { readonly finding: string; readonly message: string })[]
}

const longestPoint = 500
const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
/** Under which an answer stays among the acknowledgments of a coleta. */
export const answerKey = (kind: GateKind) => `porta:${kind}`

type Raised = Omit<GatePoint, 'answered'>

/**
 * What there is to say before a coleta is finished, sent or processed, the gravest first. Pure: the same facts always give the
 * same points. `strict`: kinds that stop where they would ask.
 */
export function gatePointsOf(facts: GateFacts, strict: readonly GateKind[] = []): readonly GatePoint[] {
  const raised = [
    ...ofReceipt(facts),
    ...ofQuestions(facts),
    ...ofFindings(facts),
    ...ofMonth(facts),
    ...ofAwaited(facts),
    ...ofFollowUps(facts),
    ...ofOrigin(facts),
  ]
  return raised
    .map(point => weighed({ ...point, text: cut(point.text, longestPoint) }, facts.answers, strict))
    .toSorted((one, other) => order[one.weight] - order[other.weight])
}
const order = { stops: 0, asks: 1, tells: 2 } as const

function weighed(point: Raised, answers: GateFacts['answers'], strict: readonly GateKind[]): GatePoint {
  if (point.weight !== 'asks') return { ...point, answered: null }
  if (strict.includes(point.kind)) return { ...point, weight: 'stops', answered: null }
  const before = answers.findLast(each => each.finding === answerKey(point.kind) && each.message === point.text)
  if (!before) return { ...point, answered: null }
  const { name, reason, at } = before
  return { ...point, weight: 'tells', answered: { name, reason, at } }
}

function ofMonth({ act, period, today, origin }: GateFacts): readonly Raised[] {
  const last = lastDay(period)
  if (today > last) return []
  const copies = origin.kind === 'copiados' && origin.of ? `, e os números são todos cópia de ${origin.of}` : ''
  const ends = `${label(period)} só termina em ${showDate(last)}${copies}.`
  const then = {
    finalizar: 'Até lá os números podem mudar.',
    enviar: 'O envio seria registrado antes do fim do mês.',
    processada: 'A Anatel não teria processado o mês inteiro.',
  }
  return [{ kind: 'mes', weight: 'asks', where: null, text: `${ends} ${then[act]}` }]
}

/** Of what went, the regulator's word counts: a question that is still open is no reason to deny it. */
function ofQuestions({ act, questions: { count: n, names } }: GateFacts): readonly Raised[] {
  if (n === 0) return []
  const open = count(n, {
    one: 'pergunta ao cliente em aberto',
    many: 'perguntas ao cliente em aberto',
    gender: 'f',
  })
  const text = names.length ? `${open}: ${names.join('; ')}`.replace(/(?<![.?!])$/, '.') : `${open}.`
  return [{ kind: 'perguntas', weight: act === 'processada' ? 'asks' : 'stops', where: 'conferencia', text }]
}

/** Each by itself: one reason rarely answers two. What was sent no longer waits for them. */
const ofFollowUps = ({ act, followUps }: GateFacts): readonly Raised[] =>
  followUps.map(each => ({
    kind: 'acompanhar',
    weight: act === 'processada' ? 'tells' : 'asks',
    where: 'conferencia',
    text: `A acompanhar: ${each}`,
  }))

/** What moved since last month, by the first word of a finding's key. */
const compared = ['total', 'sumiu', 'novo', 'municipio', 'tecnologia', 'meio', 'faturamento', 'parada']
const kindOf = (key: string): GateKind => (compared.includes(key.split(':')[0] ?? '') ? 'comparacao' : 'conferencia')

/** A warning is answered for by itself, where it is read: a reason for the whole does not let it through. */
const ofFindings = ({ findings }: GateFacts): readonly Raised[] =>
  findings.flatMap(({ key, severity, field, message, acknowledged }): readonly Raised[] => {
    const kind = kindOf(key)
    if (severity === 'impede') return [{ kind, weight: 'stops', where: field, text: message }]
    if (severity === 'dica' || acknowledged) return []
    const text = `${message} Reconheça o aviso em Conferência, ou corrija.`
    return [{ kind, weight: 'stops', where: 'conferencia', text }]
  })

function ofReceipt({ act, receipt, error }: GateFacts): readonly Raised[] {
  if (act !== 'processada') return []
  const about = { kind: 'recibo', where: 'envio' } as const
  const wrong: readonly Raised[] = error
    ? [{ ...about, weight: 'asks', text: `A Anatel devolveu esta versão com erro: “${cut(error, 300)}”.` }]
    : []
  if (!receipt || receipt.verdict === 'aceita') return wrong
  const words = receipt.words ? `: “${cut(receipt.words, 250)}”` : ''
  const said = {
    recusada: ['stops', `O recibo ${receipt.name} diz que a Anatel recusou o arquivo${words}.`],
    parte: ['asks', `O recibo ${receipt.name} diz que a Anatel aceitou só uma parte${words}.`],
    duvida: ['asks', `O que o recibo ${receipt.name} diz não ficou claro${words}.`],
    recebida: ['tells', `O recibo ${receipt.name} diz que a Anatel recebeu o arquivo, e não que o processou${words}.`],
  } as const
  const [weight, text] = said[receipt.verdict]
  return [{ ...about, weight, text }, ...wrong]
}

const ofAwaited = ({ act, awaited }: GateFacts): readonly Raised[] =>
  act === 'finalizar' && awaited
    ? [{ kind: 'aguarda', weight: 'asks', where: null, text: `${awaited} ainda não entregou esta coleta.` }]
    : []

/** Copies are the commonest month, and nothing against a rule: but the person who finishes them should know it. */
function ofOrigin({ act, origin: { kind, of, confirmed } }: GateFacts): readonly Raised[] {
  if (act === 'processada' || kind !== 'copiados') return []
  const text = confirmed
    ? `Cópia de ${of}, confirmada por ${confirmed}.`
    : `Os números são cópia de ${of}, e ninguém do cliente os confirmou.`
  return [{ kind: 'origem', weight: 'tells', where: 'comparacao', text }]
}

export const stopping = (points: readonly GatePoint[]) => points.filter(({ weight }) => weight === 'stops')
export const asking = (points: readonly GatePoint[]) => points.filter(({ weight }) => weight === 'asks')
/** Points that are not settled yet: a screen that shows one does not say that all is well. */
export const unsettled = (points: readonly GatePoint[]) => points.filter(({ weight }) => weight !== 'tells')
