import { showMoney } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { layoutOf, returnBanks } from '#features/billing/bills/returns/layouts.ts'
import { hasMoreLines } from '#parts/table/table.ts'

// The frame of a CNAB 240 return (Febraban, layout padrão, versão 10.6): what must hold of the whole file before a column of it is
// believed. Every record is 240 characters, lots and records are numbered without a gap, the trailers count what is there, and each
// segment T is followed by its own U. A file in which one of these fails was changed on its way, and nothing of it is read.

/** A record in its place: the number of its line in the file, from 1, and its 240 characters. */
export interface FramedRecord {
  readonly at: number
  readonly text: string
}
/** The two segments of one title. */
export interface FramedTitle {
  readonly t: FramedRecord
  readonly u: FramedRecord
}
/** Records that are not read, and why; `at` is the line of the first of them. */
export interface SkippedRecords {
  readonly at: number
  readonly count: number
  readonly why: string
}
export interface ReturnFrame {
  readonly bank: string
  readonly head: string
  readonly titles: readonly FramedTitle[]
  readonly skipped: readonly SkippedRecords[]
  /** Where a lot's sums of titles contradict its records: some banks fill these in by rules of their own, so a person decides. */
  readonly doubts: readonly string[]
}

const width = 240
const cut = (line: string, first: number, last: number) => line.slice(first - 1, last)
const kindOf = ({ text }: FramedRecord) => text.charAt(7)
const segmentOf = ({ text }: FramedRecord) => text.charAt(13)
const digitsIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)

/** What DOS ends a file with. */
const endOfFile = String.fromCharCode(0x1a)
/** More than what is sent has room for, at 240 characters each. */
const mostLines = 10_000
const notReturn = 'Este arquivo não é um retorno CNAB 240.'
const again = 'O arquivo foi alterado ou se estragou no caminho. Baixe-o de novo do banco.'

/**
 * The records of a return in their frame, or a sentence for the person who sent a file that has none.
 * @param bytes the file, in UTF-8 or Latin 1
 */
export function frameReturn(bytes: Uint8Array): ReturnFrame | string {
  if (bytes.includes(0)) return 'Este arquivo não é de texto. Envie o arquivo de retorno como o banco o entregou.'
  if (hasMoreLines(bytes, mostLines)) return notReturn
  const lines = linesOf(bytes)
  const [head = ''] = lines
  const bank = head.slice(0, 3)
  const wrong = wrongKind(lines) ?? wrongWidth(lines)
  if (wrong) return wrong
  const records = lines.map((text, i) => ({ at: i + 1, text: text.padEnd(width) }))
  const broken = wrongBank(records, bank) ?? wrongTrailer(records)
  if (broken) return broken
  if (!layoutOf(bank))
    return `O retorno do banco ${bank} não é lido aqui; são lidos os dos bancos ${returnBanks.join(', ')}.`
  const parts: ReadParts = { titles: [], skipped: [], doubts: [] }
  for (const [i, lot] of lotsOf(records.slice(1, -1)).entries()) {
    const refused = wrongLot(lot, i + 1) ?? readLot(lot, i + 1, parts)
    if (refused) return refused
  }
  return { bank, head: records[0]?.text ?? '', ...parts }
}

/** The lines in the encoding in which they have their width: every bank's own files are Latin 1, what passed through an editor is UTF-8. */
function linesOf(bytes: Uint8Array): readonly string[] {
  const split = (text: string) => {
    const lines = text.split(/\r?\n/)
    while (lines.at(-1)?.replaceAll(endOfFile, '').trim() === '') lines.pop()
    return lines
  }
  const latin = split(new TextDecoder('latin1').decode(bytes))
  if (latin.every(({ length }) => length === width)) return latin
  try {
    return split(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return latin
  }
}

/** Why these lines are no return of 240 columns; null where they may be one. */
function wrongKind(lines: readonly string[]): string | null {
  const [head = ''] = lines
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  if (/^02RETORNO/i.test(head) || (longest > 390 && longest < 410))
    return 'Este arquivo é CNAB 400. Peça ao banco o retorno em CNAB 240.'
  if (!/^\d{3}00000/.test(head)) return notReturn
  if (head.charAt(142) === '1') return 'Este arquivo é de remessa, o que se envia ao banco. Envie o de retorno.'
  return head.charAt(142) === '2' ? null : 'Este arquivo não diz que é de retorno.'
}

/** The last column that a record must fill, by its kind and its segment: of segments T and U what is read of money and days. */
const leastWidth: Readonly<Record<string, number>> = { '0': 151, '1': 11, '3T': 208, '3U': 145, '5': 23, '9': 29 }

/** Blanks at the end of lines are lost on some ways, but then on all of them: where one line has them, a shorter one lost something else. */
function wrongWidth(lines: readonly string[]): string | null {
  if (lines.every(({ length }) => length === width)) return null
  const isTrimmed = lines.every(line => line.length <= width && !/\s$/.test(line))
  const least = (line: string) => leastWidth[line.charAt(7)] ?? leastWidth[`3${line.charAt(13)}`] ?? 14
  const wrong = lines.findIndex(line => (isTrimmed ? line.length < least(line) : line.length !== width))
  if (wrong < 0) return null
  return `A linha ${wrong + 1} tem ${count(lines[wrong]?.length ?? 0, characters)}, e não ${width}. ${again}`
}
const characters = { one: 'caractere', many: 'caracteres', gender: 'm' } as const

function wrongBank(records: readonly FramedRecord[], bank: string): string | null {
  const other = records.find(({ text }) => text.slice(0, 3) !== bank)
  return other ? `A linha ${other.at} não é do banco ${bank}: o arquivo está misturado ou estragado.` : null
}

/** The trailer of the file counts its lots and its records. */
function wrongTrailer(records: readonly FramedRecord[]): string | null {
  const last = records.at(-1)
  const stray = records.slice(1, -1).find(each => !['1', '3', '5'].includes(kindOf(each)))
  if (stray) return `A linha ${stray.at} não é de lote nenhum. ${again}`
  if (!last || kindOf(last) !== '9' || last.text.slice(3, 7) !== '9999')
    return 'O arquivo está incompleto: falta o último registro. Baixe-o de novo.'
  const [lots, lines] = [digitsIn(cut(last.text, 18, 23)), digitsIn(cut(last.text, 24, 29))]
  if (lines !== records.length)
    return 'O arquivo está incompleto: o último registro não confere com as linhas que há. Baixe-o de novo.'
  return lots === records.filter(each => kindOf(each) === '1').length
    ? null
    : `A linha ${last.at} não confere com os lotes que há. ${again}`
}

/** A lot begins with a record of kind 1; what comes before the first is a lot too, and refused as one. */
function lotsOf(records: readonly FramedRecord[]): readonly (readonly FramedRecord[])[] {
  const lots: FramedRecord[][] = []
  for (const each of records) {
    if (kindOf(each) === '1' || !lots.length) lots.push([])
    lots.at(-1)?.push(each)
  }
  return lots
}

/** A lot has its header, records from 1 on without a gap, and a trailer that counts them all. */
function wrongLot(lot: readonly FramedRecord[], number: number): string | null {
  const [first, last] = [lot[0], lot.at(-1)]
  const details = lot.slice(1, -1)
  const at = (each: FramedRecord | undefined, why: string) => `A linha ${each?.at ?? 0} ${why}. ${again}`
  const stray = lot.find(({ text }) => text.slice(3, 7) !== String(number).padStart(4, '0'))
  if (stray) return at(stray, `não é do lote ${number}`)
  if (!first || kindOf(first) !== '1') return at(first, `vem antes do começo do lote ${number}`)
  if (!last || kindOf(last) !== '5') return at(last, `não fecha o lote ${number}`)
  const closing = details.find(each => kindOf(each) !== '3')
  if (closing) return at(closing, `fecha o lote ${number} antes do fim`)
  const gap = details.findIndex(({ text }, i) => digitsIn(cut(text, 9, 13)) !== i + 1)
  if (gap >= 0)
    return at(details[gap], `não é a de número ${gap + 1} do lote ${number}: há uma a mais, a menos ou trocada`)
  return digitsIn(cut(last.text, 18, 23)) === lot.length
    ? null
    : at(last, `não confere com as ${lot.length} linhas do lote ${number}`)
}

/** What has been read of the lots so far. */
interface ReadParts {
  readonly titles: FramedTitle[]
  readonly skipped: SkippedRecords[]
  readonly doubts: string[]
}

/** The service of boletos (Febraban, G025). */
const boletos = '01'

/** Takes the titles of a lot out of it; a sentence where a T has not its own U. */
function readLot(lot: readonly FramedRecord[], number: number, into: ReadParts): string | null {
  const [first, last] = [lot[0], lot.at(-1)]
  if (!first || !last) return null
  const details = lot.slice(1, -1)
  const service = cut(first.text, 10, 11)
  if (service !== boletos) {
    into.skipped.push({
      at: first.at,
      count: details.length,
      why: `O lote ${number} é do serviço ${service}, e não de boletos.`,
    })
    return null
  }
  const titles: FramedTitle[] = []
  const others = new Map<string, FramedRecord[]>()
  for (const [i, each] of details.entries()) {
    const [before, after] = [details[i - 1], details[i + 1]]
    const segment = segmentOf(each)
    if (segment === 'U') {
      if (!before || segmentOf(before) !== 'T') return `A linha ${each.at} é um segmento U sem o T antes dele. ${again}`
    } else if (segment !== 'T') others.set(segment, [...(others.get(segment) ?? []), each])
    else if (!after || segmentOf(after) !== 'U')
      return `A linha ${each.at} é um segmento T sem o U depois dele. ${again}`
    else if (!/^\d\d$/.test(cut(each.text, 16, 17)) || cut(each.text, 16, 17) !== cut(after.text, 16, 17))
      return `As linhas ${each.at} e ${after.at} dizem movimentos diferentes. ${again}`
    else titles.push({ t: each, u: after })
  }
  for (const [segment, [one, ...more]] of others)
    if (one) into.skipped.push({ at: one.at, count: more.length + 1, why: `O segmento ${segment} não é lido aqui.` })
  into.titles.push(...titles)
  const doubt = doubtOf(last.text, titles, number)
  if (doubt) into.doubts.push(doubt)
  return null
}

/** Count and cents of the titles by kind of charge in a lot's trailer (Febraban, registro trailer de lote da cobrança). */
const sums = [
  { count: [24, 29], cents: [30, 46] },
  { count: [47, 52], cents: [53, 69] },
  { count: [70, 75], cents: [76, 92] },
  { count: [93, 98], cents: [99, 115] },
] as const

function doubtOf(trailer: string, titles: readonly FramedTitle[], number: number): string | null {
  const total = (of: 'count' | 'cents') =>
    sums.reduce((sum, part) => sum + (digitsIn(cut(trailer, part[of][0], part[of][1])) ?? 0), 0)
  const [many, cents] = [total('count'), total('cents')]
  const value = layoutOf(trailer.slice(0, 3))?.value ?? [0, 0]
  const whole = titles.reduce((sum, { t }) => sum + (digitsIn(cut(t.text, value[0], value[1])) ?? 0), 0)
  const parts = [
    ...(many && many !== titles.length
      ? [`${count(many, { one: 'título', many: 'títulos', gender: 'm' })}, e há ${titles.length}`]
      : []),
    ...(cents && cents !== whole ? [`${showMoney(cents / 100)}, e a soma deles é ${showMoney(whole / 100)}`] : []),
  ]
  return parts.length ? `O banco conta no lote ${number} ${join(parts)}.` : null
}
