/** A field is between these columns of a line: first and last, counted from 1 as in the manuals. */
export type Columns = readonly [first: number, last: number]

/** Where segment T of a bank's return says what, and since which manual it does. */
export interface ReturnLayout {
  readonly manual: string
  /** Nosso número, without what the bank writes before it or its check digit. */
  readonly number: Columns
  /** The pieces of the whole nosso número, with agreement or wallet and check digit, joined as a boleto prints them. */
  readonly shown: readonly (Columns | string)[]
  readonly account: Columns
  readonly document: Columns
  readonly due: Columns
  readonly value: Columns
  /** CNPJ or CPF of the payer, in fifteen digits. */
  readonly payer: Columns
  readonly name: Columns
  readonly fee: Columns
  readonly motives: Columns
}

/** Febraban's own (layout padrão CNAB 240, versão 10.6, registro detalhe segmento T). */
const febraban = {
  account: [24, 35],
  document: [59, 73],
  due: [74, 81],
  value: [82, 96],
  payer: [134, 148],
  name: [149, 188],
  fee: [199, 213],
  motives: [214, 223],
} as const

/** Banks whose return is read, by code. Segment U is the same in all of them. */
const layouts: Readonly<Record<string, ReturnLayout>> = {
  // Seven digits of the agreement, then ten.
  '001': {
    ...febraban,
    manual: 'Banco do Brasil, CNAB240, agosto de 2017',
    number: [45, 54],
    shown: [[38, 54]],
  },
  '033': {
    manual: 'Santander, H7815 versão 2.9, abril de 2018',
    number: [41, 52],
    shown: [[41, 52], '-', [53, 53]],
    account: [23, 31],
    document: [55, 69],
    due: [70, 77],
    value: [78, 92],
    payer: [129, 143],
    name: [144, 183],
    fee: [194, 208],
    motives: [209, 218],
  },
  // Wallet in three digits, five zeros, eleven digits and the check digit: G069 has the same text for segments P and T, and P's table
  // has the columns.
  '237': {
    ...febraban,
    manual: 'Bradesco, 4008.524.0339 versão 06, julho de 2017',
    number: [46, 56],
    shown: [[39, 40], '/', [46, 56], '-', [57, 57]],
  },
  '341': {
    ...febraban,
    manual: 'Itaú, Cobrança Febraban 240, janeiro de 2017',
    number: [41, 48],
    shown: [[38, 40], '/', [41, 48], '-', [49, 49]],
    motives: [214, 221],
  },
  // Ten digits with the check digit; boletos print the last eight.
  '756': {
    ...febraban,
    manual: 'Sicoob, CNAB 240, sobre o da Febraban',
    number: [38, 46],
    shown: [[40, 46], '-', [47, 47]],
  },
}
export const layoutOf = (bank: string): ReturnLayout | null => layouts[bank] ?? null
export const returnBanks: readonly string[] = Object.keys(layouts)

/** What happened to a boleto (Febraban, C044), and what is done with it. */
interface Movement {
  readonly said: string
  /** In order: money came in; the bank registered it, refused it, dropped it, or changed its due day; or it only informs. */
  readonly deed: 'recebe' | 'registra' | 'recusa' | 'baixa' | 'vencimento' | 'informa'
  /** The motives that explain it (C047). */
  readonly motives: 'rejection' | 'fee' | 'settlement' | null
}
const informs = (said: string, motives: Movement['motives'] = null): Movement => ({ said, deed: 'informa', motives })
const movements: Readonly<Record<string, Movement>> = {
  '02': { said: 'Entrada confirmada', deed: 'registra', motives: null },
  '03': { said: 'Entrada rejeitada', deed: 'recusa', motives: 'rejection' },
  '04': informs('Transferência de carteira: entrada'),
  '05': informs('Transferência de carteira: baixa'),
  '06': { said: 'Liquidação', deed: 'recebe', motives: 'settlement' },
  '09': { said: 'Baixa', deed: 'baixa', motives: 'settlement' },
  '11': informs('Título em carteira'),
  '12': informs('Abatimento confirmado'),
  '13': informs('Cancelamento de abatimento confirmado'),
  '14': { said: 'Mudança de vencimento confirmada', deed: 'vencimento', motives: null },
  '17': { said: 'Liquidação após a baixa, ou de título não registrado', deed: 'recebe', motives: 'settlement' },
  '19': informs('Instrução de protesto confirmada'),
  '20': informs('Sustação de protesto confirmada'),
  '23': informs('Enviado a cartório'),
  '24': informs('Retirado de cartório, mantido em carteira'),
  '25': { said: 'Protestado e baixado', deed: 'baixa', motives: null },
  '26': informs('Instrução rejeitada', 'rejection'),
  '27': informs('Mudança de dados confirmada'),
  '28': informs('Débito de tarifas ou custas', 'fee'),
  '29': informs('Ocorrência do pagador'),
  '30': informs('Mudança de dados rejeitada', 'rejection'),
  '44': informs('Pago com cheque devolvido'),
  '50': informs('Pago com cheque, ainda não compensado'),
  '51': informs('Reconhecido pelo pagador no DDA'),
  '52': informs('Não reconhecido pelo pagador no DDA'),
  '53': informs('Recusado no DDA'),
}
export const movementOf = (code: string): Movement => movements[code] ?? informs(`Movimento ${code}`)
export const isKnownMovement = (code: string) => code in movements

/** Only rejections whose text helps are here; others show their code. */
const rejections: Readonly<Record<string, string>> = {
  '01': 'código do banco inválido',
  '06': 'CNPJ ou CPF do beneficiário inválido',
  '07': 'agência, conta ou dígito inválido',
  '08': 'nosso número inválido',
  '09': 'nosso número duplicado',
  '10': 'carteira inválida',
  '12': 'tipo de documento inválido',
  '16': 'data de vencimento inválida',
  '17': 'vencimento anterior à emissão',
  '18': 'vencimento fora do prazo',
  '20': 'valor do título inválido',
  '21': 'espécie do título inválida',
  '24': 'data da emissão inválida',
  '26': 'código de juros inválido',
  '27': 'valor ou taxa de juros inválido',
  '45': 'nome do pagador não informado',
  '46': 'CPF ou CNPJ do pagador inválido',
  '47': 'endereço do pagador não informado',
  '48': 'CEP inválido',
  '49': 'CEP sem praça de cobrança',
  '51': 'CEP incompatível com a UF',
  '52': 'UF inválida',
  '57': 'código da multa inválido',
  '59': 'valor ou percentual da multa inválido',
  '60': 'movimento para título não cadastrado',
  '63': 'título já cadastrado',
  '86': 'seu número inválido',
  A5: 'título já liquidado',
  A6: 'convênio inválido ou encerrado',
}
const settlements: Readonly<Record<string, string>> = {
  '01': 'por saldo',
  '02': 'por conta',
  '03': 'no caixa, em dinheiro',
  '04': 'compensação eletrônica',
  '05': 'compensação convencional',
  '06': 'por meio eletrônico',
  '07': 'após feriado local',
  '08': 'em cartório',
  '09': 'comandada pelo banco',
  '10': 'comandada por arquivo',
  '11': 'comandada pela internet',
  '12': 'por decurso de prazo, do cliente',
  '13': 'por decurso de prazo, do banco',
  '14': 'protestado',
  '15': 'título excluído',
  '30': 'no caixa, em cheque',
  '31': 'em banco correspondente',
  '32': 'no caixa eletrônico',
  '33': 'pela internet',
  '35': 'em correspondente, em dinheiro',
  '36': 'em correspondente, em cheque',
  '37': 'por telefone',
}
const fees: Readonly<Record<string, string>> = {
  '02': 'manutenção de título vencido',
  '03': 'sustação',
  '04': 'protesto',
  '08': 'custas de protesto',
  '12': 'devolução de título vencido',
  '13': 'registro, cobrada na liquidação',
  '17': 'prorrogação de vencimento',
}
const words = { rejection: rejections, settlement: settlements, fee: fees } as const

/** Answers the motives of a movement in words; an unknown one shows its code. */
export const motivesOf = ({ motives }: Movement, codes: readonly string[]): readonly string[] =>
  motives === null ? [] : codes.map(code => words[motives][code] ?? `motivo ${code}`)
