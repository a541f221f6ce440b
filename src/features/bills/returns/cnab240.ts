import { layoutOf, returnBanks, type Columns, type ReturnLayout } from '#features/bills/returns/layouts.ts'
import { hasMoreLines } from '#parts/table/table.ts'

/** What a bank says of one boleto: its lines T and U. */
export interface ReturnLine {
  /** Of its line T in the file, from 1. */
  readonly at: number
  /** Digits, without zeros before them. */
  readonly account: string
  readonly movement: string
  readonly number: number
  readonly document: string
  readonly cents: number
  readonly paid_cents: number
  /** What was added to the boleto for being late, and taken off it. */
  readonly added_cents: number
  readonly discount_cents: number
  readonly fee_cents: number
  readonly occurred_on: string
  readonly motives: readonly string[]
}
/** A pair of lines that could not be read, and why. */
export interface UnreadReturnLine {
  readonly at: number
  readonly why: string
}
export interface ReturnFile {
  readonly bank: string
  /** Of the company, as the bank writes it; '' where it says none. */
  readonly company: string
  readonly created_on: string
  readonly sequence: number
  readonly lines: readonly ReturnLine[]
  readonly unread: readonly UnreadReturnLine[]
}

const width = 240
const cut = (line: string, [first, last]: Columns) => line.slice(first - 1, last)
const record = (line: string) => line.charAt(7)
const digitsIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)

/** 'DDMMAAAA' as a day there is; null where there is none. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? []
  const said = `${year}-${month}-${day}`
  const at = Date.parse(`${said}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== said ? null : said
}

/** Bytes as text: UTF-8 where they are, else Latin 1, which every bank's own files are. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/** What DOS ends a file with. */
const endOfFile = String.fromCharCode(0x1a)

/** More than what is sent has room for, at 240 characters each. */
const mostLines = 10_000
const notReturn = 'Este arquivo não é um retorno CNAB 240.'

/** The lines of a return; or, for whoever sent it, why it is none that is read here. */
export function readReturn(bytes: Uint8Array): ReturnFile | string {
  if (bytes.includes(0)) return 'Este arquivo não é de texto. Envie o arquivo de retorno como o banco o entregou.'
  if (hasMoreLines(bytes, mostLines)) return notReturn
  const lines = textOf(bytes)
    .split(/\r?\n/)
    .map(line => line.replaceAll(endOfFile, '').trimEnd())
  while (lines.at(-1) === '') lines.pop()
  const [head = ''] = lines
  const wrong = wrongIn(lines)
  if (wrong) return wrong
  const bank = head.slice(0, 3)
  const layout = layoutOf(bank)
  if (!layout) return `O retorno do banco ${bank} não é lido aqui; são lidos os dos bancos ${returnBanks.join(', ')}.`
  const read = pairsOf(
    lines.map(line => line.padEnd(width)),
    layout,
  )
  return {
    bank,
    company: cut(head.padEnd(width), bank === '033' ? [18, 32] : [19, 32])
      .replace(/^0+/, '')
      .trim(),
    created_on: dayOf(head.slice(143, 151)) ?? '',
    sequence: digitsIn(head.slice(157, 163)) ?? 0,
    ...read,
  }
}

/** Why these lines are no whole return; null where they are. */
function wrongIn(lines: readonly string[]): string | null {
  const [head = ''] = lines
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  if (/^02RETORNO/i.test(head) || (longest > 390 && longest < 410))
    return 'Este arquivo é CNAB 400. Peça ao banco o retorno em CNAB 240.'
  if (!/^\d{3}0000/.test(head) || record(head) !== '0' || longest > width + 1) return notReturn
  if (head.charAt(142) === '1') return 'Este arquivo é de remessa, o que se envia ao banco. Envie o de retorno.'
  if (head.charAt(142) !== '2') return 'Este arquivo não diz que é de retorno.'
  const bank = head.slice(0, 3)
  const other = lines.findIndex(line => line.slice(0, 3) !== bank)
  if (other >= 0) return `A linha ${other + 1} não é do banco ${bank}: o arquivo está misturado ou estragado.`
  const last = lines.at(-1) ?? ''
  if (record(last) !== '9' || digitsIn(last.slice(23, 29)) !== lines.length)
    return 'O arquivo está incompleto: o último registro não confere com as linhas que há. Baixe-o de novo.'
  return null
}

function pairsOf(lines: readonly string[], layout: ReturnLayout): Pick<ReturnFile, 'lines' | 'unread'> {
  const found: ReturnLine[] = []
  const unread: UnreadReturnLine[] = []
  for (const [i, line] of lines.entries()) {
    if (record(line) !== '3') continue
    const segment = line.charAt(13)
    if (segment === 'U' && lines[i - 1]?.charAt(13) !== 'T')
      unread.push({ at: i + 1, why: 'Segmento U sem o T antes dele.' })
    if (segment !== 'T') continue
    const other = lines[i + 1] ?? ''
    const pair = record(other) === '3' && other.charAt(13) === 'U' ? pairOf(line, other, i + 1, layout) : null
    if (pair === null) unread.push({ at: i + 1, why: 'Segmento T sem o U depois dele.' })
    else if ('why' in pair) unread.push(pair)
    else found.push(pair)
  }
  return { lines: found, unread }
}

/** Columns of segment U (Febraban 10.6): what was added, discounts, what was paid, and when. */
const u = { added: [18, 32], discount: [33, 47], paid: [78, 92], occurred: [138, 145] } as const

function pairOf(t: string, line: string, at: number, layout: ReturnLayout): ReturnLine | UnreadReturnLine {
  const amount = (text: string) => (text.trim() === '' ? 0 : digitsIn(text))
  const number = digitsIn(cut(t, layout.number))
  const [cents, paid_cents] = [digitsIn(cut(t, layout.value)), digitsIn(cut(line, u.paid))]
  const [added, discount, fee] = [amount(cut(line, u.added)), amount(cut(line, u.discount)), amount(cut(t, layout.fee))]
  const occurred_on = dayOf(cut(line, u.occurred))
  const movement = t.slice(15, 17)
  if (movement !== line.slice(15, 17) || !/^\d\d$/.test(movement)) return { at, why: 'O movimento não confere.' }
  if (!number) return { at, why: 'Sem nosso número.' }
  if (cents === null || paid_cents === null || added === null || discount === null || fee === null)
    return { at, why: 'Um dos valores não é um número.' }
  if (occurred_on === null) return { at, why: 'A data da ocorrência não existe.' }
  return {
    at,
    account: cut(t, layout.account).trim().replace(/^0+/, ''),
    movement,
    number,
    document: cut(t, layout.document).trim(),
    cents,
    paid_cents,
    added_cents: added,
    discount_cents: discount,
    fee_cents: fee,
    occurred_on,
    motives:
      cut(t, layout.motives)
        .match(/../g)
        ?.filter(code => /\S\S/.test(code) && code !== '00') ?? [],
  }
}
