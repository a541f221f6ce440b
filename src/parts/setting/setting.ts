import type { MetaType } from '#kernel/meta.ts'

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
}

/** A number with limits: a value outside them is ignored, and `fallback` is used. */
export interface NumberSetting extends OfficeSetting {
  readonly fallback: number
  readonly least: number
  readonly most: number
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
  setting: Pick<NumberSetting, 'key' | 'label' | 'about' | 'fallback' | 'least' | 'most'>,
): NumberSetting => ({
  ...setting,
  type: 'number',
  start: String(setting.fallback),
  width: 'col-6',
})
/** The office's working day is in whole hours of Brasília. */
export const officeHours = {
  opens: hourOfDay({
    key: 'expediente-inicio',
    label: 'Expediente começa às (hora)',
    about: 'A hora em que o dia de trabalho começa: o prazo de resposta dos chamados só conta dentro do expediente.',
    fallback: 8,
    least: 0,
    most: 23,
  }),
  closes: hourOfDay({
    key: 'expediente-fim',
    label: 'Expediente termina às (hora)',
    about: 'A hora em que ele termina. Fim de semana e feriado bancário não contam.',
    fallback: 18,
    least: 1,
    most: 24,
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
} as const satisfies Readonly<Record<string, OfficeSetting>>
/** When clients are written to about a bill: days from the one it falls due on. */
export const dunningRuler = {
  key: 'regua-cobranca',
  label: 'Régua de cobrança (dias)',
  type: 'text',
  about:
    'Em que dias, contados do vencimento, o cliente recebe um e-mail sobre a conta em aberto: -10, 0, 3, 7, +7. Com o sinal de mais no fim, repete de tantos em tantos dias. Em branco, ninguém recebe.',
  width: 'col-12',
} as const satisfies OfficeSetting

/** Of a module of tickets: one for each. */
export const firstReply = {
  key: 'horas-resposta',
  label: 'Resposta (horas úteis)',
  type: 'number',
  about:
    'Em quantas horas de expediente a equipe responde ao que o cliente escreve num chamado deste módulo: o chamado mostra até quando. Em branco, não mostra. O tipo do chamado pode dizer outra coisa.',
  width: 'col-6',
} as const satisfies OfficeSetting

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
