import {
  frameReturn,
  type FramedTitle,
  type ReturnFrame,
  type SkippedRecords,
} from '#features/billing/bills/returns/frame.ts'
import { layoutOf, type Columns, type ReturnLayout } from '#features/billing/bills/returns/layouts.ts'

/** What a bank says of one boleto: its segments T and U. Amounts are cents. */
export interface ReturnLine {
  /** Of its segment T in the file, from 1. */
  readonly at: number
  /** Digits, without zeros before them. */
  readonly account: string
  readonly movement: string
  readonly number: number
  /** The whole nosso número, as a boleto of the same agreement or wallet prints it: '109/00000012-3'. */
  readonly shown: string
  readonly document: string
  /** The day it is due, 'AAAA-MM-DD'; null where the bank writes none. */
  readonly due_on: string | null
  /** CNPJ or CPF of the payer without zeros before it; '' where the bank writes none. */
  readonly payer: string
  readonly payer_name: string
  readonly cents: number
  readonly paid_cents: number
  /** What was added to the boleto for being late, and taken off it. */
  readonly added_cents: number
  readonly discount_cents: number
  readonly fee_cents: number
  readonly occurred_on: string
  /** The day the money reaches the account; null where there is none. */
  readonly credited_on: string | null
  readonly motives: readonly string[]
}
/** A title whose amounts or days could not be read, and why. */
export interface UnreadReturnLine {
  readonly at: number
  readonly why: string
}
export interface ReturnFile {
  readonly bank: string
  /** Of the company, as the bank writes it; '' where it writes none. */
  readonly company: string
  readonly created_on: string
  readonly sequence: number
  readonly lines: readonly ReturnLine[]
  readonly unread: readonly UnreadReturnLine[]
  readonly skipped: readonly SkippedRecords[]
  readonly doubts: readonly string[]
}

const isUnread = (each: ReadTitle): each is UnreadReturnLine => 'why' in each
const cut = (line: string, [first, last]: Columns) => line.slice(first - 1, last)
const digitsIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
const withoutZeros = (text: string) => text.trim().replace(/^0+/, '')

/** 'DDMMAAAA' as a day of this century; null where there is none. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)(\d\d)(20\d\d)$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  const at = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? null : iso
}

/**
 * What a return says, once its frame is proved (`frame.ts`).
 * @returns the titles of the file, or a sentence for the person who sent a file that cannot be read
 */
export function readReturn(bytes: Uint8Array): ReturnFile | string {
  const frame = frameReturn(bytes)
  return typeof frame === 'string' ? frame : returnOf(frame, readTitles(frame, 0, frame.titles.length))
}

type ReadTitle = ReturnLine | UnreadReturnLine

/** Some titles of a return, read: to read thousands at once would make others wait. */
export function readTitles({ bank, titles }: ReturnFrame, from: number, to: number): readonly ReadTitle[] {
  const layout = layoutOf(bank)
  return layout ? titles.slice(from, to).map(title => titleOf(title, layout)) : []
}

/** A return with all of its titles read, or a sentence for the person who sent it. */
export function returnOf(
  { bank, head, skipped, doubts }: ReturnFrame,
  read: readonly ReadTitle[],
): ReturnFile | string {
  const created_on = dayOf(head.slice(143, 151))
  if (created_on === null) return 'O arquivo não diz em que dia foi feito. Baixe-o de novo do banco.'
  return {
    bank,
    company: withoutZeros(cut(head, bank === '033' ? [18, 32] : [19, 32])),
    created_on,
    sequence: digitsIn(head.slice(157, 163)) ?? 0,
    lines: read.filter((each): each is ReturnLine => !isUnread(each)),
    unread: read.filter(isUnread),
    skipped,
    doubts,
  }
}

/** Columns of segment U (Febraban 10.6): eight amounts, of which these are read, then two days. */
const u = {
  amounts: [18, 137],
  added: [18, 32],
  discount: [33, 47],
  rebate: [48, 62],
  paid: [78, 92],
  occurred: [138, 145],
  credited: [146, 153],
} as const

function titleOf({ t, u: other }: FramedTitle, layout: ReturnLayout): ReadTitle {
  const { at } = t
  const amount = (text: string) => (text.trim() === '' ? 0 : digitsIn(text))
  const number = digitsIn(cut(t.text, layout.number))
  const [cents, paid_cents] = [digitsIn(cut(t.text, layout.value)), digitsIn(cut(other.text, u.paid))]
  const fee = amount(cut(t.text, layout.fee))
  const [added, discount, rebate] = [u.added, u.discount, u.rebate].map(columns => amount(cut(other.text, columns)))
  const occurred_on = dayOf(cut(other.text, u.occurred))
  if (cents === null || paid_cents === null || added == null || discount == null || rebate == null || fee === null)
    return { at, why: 'Um dos valores não é um número.' }
  if (!/^[\d ]*$/.test(cut(other.text, u.amounts))) return { at, why: 'Um dos valores não é um número.' }
  if (occurred_on === null) return { at, why: 'A data da ocorrência não existe.' }
  return {
    at,
    account: withoutZeros(cut(t.text, layout.account)),
    movement: t.text.slice(15, 17),
    number: number ?? 0,
    shown: layout.shown.map(part => (typeof part === 'string' ? part : cut(t.text, part))).join(''),
    document: cut(t.text, layout.document).trim(),
    due_on: dayOf(cut(t.text, layout.due)),
    payer: withoutZeros(cut(t.text, layout.payer)),
    payer_name: cut(t.text, layout.name).trim(),
    cents,
    paid_cents,
    added_cents: added,
    discount_cents: discount + rebate,
    fee_cents: fee,
    occurred_on,
    credited_on: dayOf(cut(other.text, u.credited)),
    motives:
      cut(t.text, layout.motives)
        .match(/../g)
        ?.filter(code => /\S\S/.test(code) && code !== '00') ?? [],
  }
}
