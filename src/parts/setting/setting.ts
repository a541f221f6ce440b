import type { MetaType } from '#kernel/meta.ts'
import { isDay } from '#kernel/page.ts'
import { formats } from '#kernel/format.ts'

/** What an installation decides on *Configurações*: a field there, known by its internal key, and read by the code that obeys it. */
export interface OfficeSetting {
  /** Its `internal_key`. */
  readonly key: string
  readonly label: string
  readonly type: MetaType
  /** What it changes, written beside it. */
  readonly about: string
  readonly width?: 'col-12' | 'col-6' | 'col-4' | 'col-3'
  readonly options?: readonly string[]
  /** What it is until somebody says otherwise. */
  readonly start?: string
  readonly fields?: readonly OfficeSetting[]
  /** Whole numbers it may be: the reader and the save judge by these. */
  readonly least?: number
  readonly most?: number
  /** Why its code cannot obey a text that is not empty; null where it can. The reader judges by it, too. */
  readonly judge?: (text: string, textOf: TextOfSetting) => string | null
}
/** The text of another setting, by its key. */
export type TextOfSetting = (key: string) => string | undefined

/** A whole number with limits. */
export interface LimitedSetting extends OfficeSetting {
  readonly least: number
  readonly most: number
}
/** One that has a value where none is written. */
export interface NumberSetting extends LimitedSetting {
  readonly fallback: number
}

/** The number a text says; null where it says none within the limits. */
export function numberIn({ least, most }: Pick<LimitedSetting, 'least' | 'most'>, text: string | undefined) {
  const written = text?.trim() ?? ''
  const number = /^-?\d{1,9}([.,]0+)?$/.test(written) ? Math.trunc(Number(written.replace(',', '.'))) : null
  return number !== null && number >= least && number <= most ? number : null
}

/** Why a value is none its setting may have; null where it is one, or empty. */
export function wrongSetting(setting: OfficeSetting, value: string | null | undefined, textOf: TextOfSetting) {
  if (!value) return null
  const { least, most, options, type, judge } = setting
  if (options && !options.includes(value)) return `Escolha uma das opções: ${options.join(', ')}.`
  if (type === 'date' && !isDay(value)) return 'Informe uma data que exista.'
  if (least !== undefined && most !== undefined && numberIn({ least, most }, value) === null)
    return `Informe um número inteiro, de ${least} a ${most}.`
  return judge?.(value, textOf) ?? null
}

const days = (setting: Omit<NumberSetting, 'type' | 'least' | 'most' | 'start'>): NumberSetting => ({
  ...setting,
  type: 'number',
  least: 1,
  most: 365,
  start: String(setting.fallback),
  width: 'col-6',
})

export const licenceDays = days({
  key: 'dias-licenca',
  label: 'Licenças a vencer (dias)',
  about: 'Com quantos dias de antecedência uma licença conta como pendência, no alto da lista de estações.',
  fallback: 90,
})
export const birthdayDays = days({
  key: 'dias-aniversario',
  label: 'Aniversários à frente (dias)',
  about: 'Além dos deste mês, até quantos dias à frente a página inicial mostra os aniversários.',
  fallback: 30,
})
export const checkDays = days({
  key: 'dias-conferencia',
  label: 'Conferência vale por (dias)',
  about: 'Depois de quantos dias uma consulta da lista de conferência deixa de contar na regularidade do cliente.',
  fallback: 90,
})
const hourOfDay = (
  setting: Pick<NumberSetting, 'key' | 'label' | 'about' | 'fallback' | 'least' | 'most' | 'judge'>,
): NumberSetting => ({
  ...setting,
  type: 'number',
  start: String(setting.fallback),
  width: 'col-6',
})
const openingKey = 'expediente-inicio'
const closingKey = 'expediente-fim'
const opening = { least: 0, most: 23, fallback: 8 } as const
const closing = { least: 1, most: 24, fallback: 18 } as const
/** The working day these texts say, in whole hours of Brasília. The usual one where they say none, or one that ends before it begins. */
export function workingDayIn(textOf: TextOfSetting): { readonly opens: number; readonly closes: number } {
  const opens = numberIn(opening, textOf(openingKey)) ?? opening.fallback
  const closes = numberIn(closing, textOf(closingKey)) ?? closing.fallback
  return opens < closes ? { opens, closes } : { opens: opening.fallback, closes: closing.fallback }
}
function judgeHours(_: string, textOf: TextOfSetting): string | null {
  const opens = numberIn(opening, textOf(openingKey) ?? String(opening.fallback))
  const closes = numberIn(closing, textOf(closingKey) ?? String(closing.fallback))
  return opens === null || closes === null || opens < closes
    ? null
    : `O expediente iria das ${opens}h às ${closes}h: ele termina depois de começar.`
}
export const officeHours = {
  opens: hourOfDay({
    ...opening,
    key: openingKey,
    label: 'Expediente começa às (hora)',
    about: 'A hora em que o dia de trabalho começa: o prazo de resposta dos chamados só conta dentro do expediente.',
    judge: judgeHours,
  }),
  closes: hourOfDay({
    ...closing,
    key: closingKey,
    label: 'Expediente termina às (hora)',
    about: 'A hora em que ele termina. Fim de semana e feriado bancário não contam.',
    judge: judgeHours,
  }),
} as const
/** Of the summary of what somebody has not read. */
export const digestHour = hourOfDay({
  key: 'hora-resumo',
  label: 'Resumo diário de avisos (hora)',
  about: 'A que horas, nos dias úteis, cada pessoa recebe por e-mail os avisos que ainda não leu: de 5 a 20.',
  fallback: 8,
  least: 5,
  most: 20,
})
/** The office bills clients and writes about dues by these. */
export const billing = {
  due: {
    key: 'faturar-vencimento',
    label: 'Contas do mês vencem',
    type: 'select',
    options: ['no próprio mês', 'no mês seguinte'],
    start: 'no mês seguinte',
    about: 'De que mês é o dia da cobrança do contrato, quando se fatura o mês.',
    width: 'col-6',
  },
  rolls: {
    key: 'faturar-dia-util',
    label: 'Vencimento em dia sem banco',
    type: 'select',
    options: ['não muda', 'passa ao próximo dia útil'],
    start: 'não muda',
    about: 'Sem multa, a conta que vence em dia sem banco pode ser paga no próximo de qualquer modo.',
    width: 'col-6',
  },
  reply: {
    key: 'cobranca-resposta',
    label: 'E-mail para respostas',
    type: 'text',
    about:
      'Aonde chega o que um cliente responde a um aviso de cobrança ou a um extrato. Em branco, esses e-mails não convidam a responder.',
    width: 'col-6',
    judge: text => (formats.email.parse(text) === null ? formats.email.message : null),
  },
} as const satisfies Readonly<Record<string, OfficeSetting>>
/** Of a module of tickets: one for each. */
export const firstReply = {
  key: 'horas-resposta',
  label: 'Resposta (horas úteis)',
  type: 'number',
  about:
    'Em quantas horas de expediente a equipe responde ao que o cliente escreve num chamado deste módulo: o chamado mostra até quando. Em branco, não mostra. O tipo do chamado pode dizer outra coisa.',
  width: 'col-6',
  least: 1,
  most: 9_999,
} as const satisfies LimitedSetting

/** The technical manager signs before councils. */
export const technicalManager = {
  name: {
    key: 'rt-nome',
    label: 'Nome',
    type: 'text',
    about: 'Sai na linha de assinatura do PDF do perfil de cada enlace. Em branco, a linha fica para preencher à mão.',
    width: 'col-6',
  },
  title: {
    key: 'rt-titulo',
    label: 'Título',
    type: 'text',
    about: 'Sai depois do nome, como em “engenheira eletricista”.',
    width: 'col-6',
  },
  council: {
    key: 'rt-conselho',
    label: 'Conselho',
    type: 'select',
    options: ['CREA', 'CFT'],
    about: 'Sai antes do número do registro.',
    width: 'col-4',
  },
  number: {
    key: 'rt-registro',
    label: 'Número do registro',
    type: 'text',
    about: 'Sai depois do conselho, como em “CREA SP-5060000000”.',
    width: 'col-4',
  },
  until: {
    key: 'rt-validade',
    label: 'Registro válido até',
    type: 'date',
    about: 'Passado o dia, o PDF avisa que o registro venceu.',
    width: 'col-4',
  },
  certificate: {
    key: 'rt-certidao',
    label: 'Certidão de registro',
    type: 'file',
    about: 'O PDF diz com que certidão o registro se comprova.',
  },
} as const satisfies Readonly<Record<string, OfficeSetting>>
