import { cnpj, fistel } from '#kernel/brasil.ts'
import { foldText } from '#kernel/text.ts'
import { lastDay } from '#parts/period/period.ts'
import { receiptKinds, serviceWords, type ReceiptKind } from '#parts/receipt/kinds.ts'
import { readOutcome } from '#parts/receipt/outcome.ts'
import { emptyOutcome, type PaperOutcome } from '#parts/receipt/verdict.ts'

/** What was found in the text of a receipt: each once, in the order of the text. Two of a kind are two, and nobody chooses. */
export interface ReceiptReading {
  /** Bare and in upper case, the check digits right; never the regulator's own. */
  readonly cnpjs: readonly string[]
  /** Eleven digits, the check digits right: a CPF looks the same. */
  readonly fistels: readonly string[]
  /** As obligations name them: '2026-10', '2026-S1', '2026'. */
  readonly periods: readonly string[]
  readonly kinds: readonly ReceiptKind[]
  /** Anatel's numbers: '045'. */
  readonly services: readonly string[]
  readonly protocols: readonly string[]
  /** 'AAAA-MM-DD'. */
  readonly dates: readonly string[]
  /** On which it was filed, received or paid: the day beside such a word, or the only one there is. */
  readonly day: string | null
  /** Numbers called CNPJ or fistel whose check digits are wrong, as they are written. */
  readonly wrong: { readonly cnpjs: readonly string[]; readonly fistels: readonly string[] }
  /** What it says became of what was filed. */
  readonly outcome: PaperOutcome
  /** How it begins, plain: tasks have names of their own. */
  readonly words: string
}
/** What is read where there is nothing to read. */
export const emptyReading: ReceiptReading = {
  cnpjs: [],
  fistels: [],
  periods: [],
  kinds: [],
  services: [],
  protocols: [],
  dates: [],
  day: null,
  wrong: { cnpjs: [], fistels: [] },
  outcome: emptyOutcome,
  words: '',
}

/** Characters of the words that are remembered. */
const remembered = 4_000

/** Anatel, of whom every receipt speaks. */
const regulators = new Set(['02030715000112'])

/** Reads a receipt's text, laid out in lines or not. */
export function readReceipt(text: string): ReceiptReading {
  const words = foldText(text.normalize('NFKC'))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
  return {
    cnpjs: cnpjsIn(words.toUpperCase()),
    fistels: once(
      [...words.matchAll(/(?<![\d./-])\d{11}(?![\d/]|-\d|\.\d)/g)].flatMap(([digits]) => fistel(digits) ?? []),
    ),
    periods: periodsIn(words),
    kinds: kindsIn(words),
    services: Object.entries(serviceWords).flatMap(([number, named]) => (named.test(words) ? [number] : [])),
    protocols: protocolsIn(words.toUpperCase()),
    dates: once(datesIn(words).map(({ day }) => day)),
    day: dayOfFiling(words),
    wrong: wrongIn(words.toUpperCase()),
    outcome: readOutcome(text),
    words: words.slice(0, remembered),
  }
}

const once = <T>(all: readonly T[]): readonly T[] => [...new Set(all)]

function cnpjsIn(words: string): readonly string[] {
  const found = [
    // Masked, whatever a line broken in the middle put between.
    ...words.matchAll(/(?<![0-9A-Z])[0-9A-Z]{2}\.\s?[0-9A-Z]{3}\.\s?[0-9A-Z]{3}\s?\/\s?[0-9A-Z]{4}\s?-\s?\d{2}(?!\d)/g),
    ...words.matchAll(/(?<![0-9A-Z./-])\d{14}(?![0-9A-Z])/g),
  ].map(([number]) => number)
  // One with letters looks like any word: only where it is called one.
  const called = [...words.matchAll(/\bCNPJ\b[^0-9A-Z]{0,12}([0-9A-Z]{12}\d\d)(?![0-9A-Z])/g)].map(
    ([, number = '']) => number,
  )
  return once([...found, ...called].flatMap(each => cnpj(each) ?? []).filter(each => !regulators.has(each)))
}

/** Numbers that are called CNPJ or fistel, or written as a CNPJ is, and are none. */
function wrongIn(words: string): ReceiptReading['wrong'] {
  const masked = [...words.matchAll(/(?<![0-9A-Z])[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}(?!\d)/g)]
  const called = [...words.matchAll(/\bCNPJ\b[^0-9A-Z\n]{0,12}(\d{12,16})(?![0-9A-Z])/g)]
  const fistels = [...words.matchAll(/\bFISTEL\b[^0-9\n]{0,12}(\d{9,13})(?!\d)/g)]
  return {
    cnpjs: once(
      [...masked.map(([number]) => number), ...called.map(([, number = '']) => number)].filter(each => !cnpj(each)),
    ),
    fistels: once(fistels.map(([, number = '']) => number).filter(each => !fistel(each))),
  }
}

const monthNames = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const
const month =
  'jan(?:eiro)?|fev(?:ereiro)?|mar(?:co)?|abr(?:il)?|mai(?:o)?|jun(?:ho)?|jul(?:ho)?|ago(?:sto)?|set(?:embro)?|out(?:ubro)?|nov(?:embro)?|dez(?:embro)?'
const year = '20\\d\\d'
/** '10/2026', 'out/2026', 'outubro de 2026', never the end of a date nor part of a number. */
const monthly = new RegExp(
  `(?<![\\d./-])(?<number>0[1-9]|1[0-2])[/-](?<after>${year})(?![\\d/-])|` +
    `(?<!(?:^|\\D)\\d{1,2}o? (?:de )?|\\d[/-])\\b(?<name>${month})\\.?(?: ?/ ?| de | )(?<of>${year})(?!\\d)`,
  'g',
)
/** These labels announce a month, in the rest of the line, or in the next where table heads are above their values. */
const labels =
  /\b(?:competencia|mes(?:\/ano)? de referencia|mes[ /]ano|periodo de referencia|periodo de apuracao|referencia|referente a|periodo)\b/g
/** Numbers of papers look like months: 'Ofício nº 10/2026', 'Resolução 12/2020'. */
const papers =
  /\b(?:oficio|resolucao|despacho|portaria|ato|lei|decreto|processo|termo|contrato|nota|acordao|instrucao)(?: (?:decisorio|normativa|circular|sei|anatel))?(?: n[o.]*)? ?\d[\d.]*\/20\d\d(?:-\d\d)?|\bn[o.]+ ?\d[\d.]*\/20\d\d/g

function periodsIn(words: string): readonly string[] {
  const text = words.replace(papers, ' ')
  const named = [...text.matchAll(labels)].flatMap(found => {
    const rest = text.slice(found.index + found[0].length, found.index + found[0].length + 80)
    return ranged(found[0], rest) ?? firstIn(rest)
  })
  const months = named.length ? named : [...text.matchAll(monthly)].flatMap(monthOf)
  return once([...months, ...halvesIn(text), ...yearsIn(text)])
}

const twoDigits = (n: number) => String(n).padStart(2, '0')
function monthOf({ groups = {} }: RegExpMatchArray | RegExpExecArray): readonly string[] {
  const { number, after, name, of } = groups
  if (number && after) return [`${after}-${number}`]
  const at = monthNames.findIndex(each => name?.startsWith(each))
  return of && at >= 0 ? [`${of}-${twoDigits(at + 1)}`] : []
}

/**
 * The months of '01/10/2026 a 31/10/2026', or of the one day tax forms write of a month, its last; of another day nothing
 * is known.
 */
function ranged(named: string, rest: string): readonly string[] | null {
  const days =
    /^[^\d\n]{0,30}\n?[^\d\n]{0,10}(\d\d)\/(\d\d)\/(20\d\d)(?: ?(?:a|ate|-|e) ?\d\d\/(\d\d)\/(20\d\d))?(?!\d)/.exec(
      rest,
    )
  if (!days) return null
  const [, day, from, of, to, until] = days
  if (until) return once([`${of}-${from}`, `${until}-${to}`])
  const isLast = lastDay({ year: Number(of), month: Number(from) }).endsWith(`-${day}`)
  return named === 'periodo de apuracao' && isLast ? [`${of}-${from}`] : null
}

/** The month right after its name, or two of them where it says from which to which: '10/2026', '2026-10', '202610', 'out/26'. */
function firstIn(rest: string): readonly string[] {
  const compact = /^[^\d\n]{0,12}\n?(20\d\d)-?(0[1-9]|1[0-2])(?![\d/-])/.exec(rest)
  if (compact) return [`${compact[1]}-${compact[2]}`]
  const short = new RegExp(`^[^\\d\\n]{0,8}\\n?(?:(0[1-9]|1[0-2])|(${month}))/(\\d\\d)(?![\\d/])`).exec(rest)
  if (short) {
    const at = monthNames.findIndex(each => short[2]?.startsWith(each))
    return [`20${short[3]}-${short[1] ?? twoDigits(at + 1)}`]
  }
  const all = [...rest.matchAll(monthly)]
  const [first, second] = all
  if (!first) return []
  const between = second && rest.slice(first.index + first[0].length, second.index)
  return between && /^ ?(?:a|ate|e|-) ?$/.test(between) ? [...monthOf(first), ...monthOf(second)] : monthOf(first)
}

const halvesIn = (text: string) =>
  [...text.matchAll(/\b([12]|primeiro|segundo)[ºo°.]? semestre(?: de | ?\/ ?| )(20\d\d)/g)].map(
    ([, half, of]) => `${of}-S${half === '2' || half === 'segundo' ? 2 : 1}`,
  )
const yearsIn = (text: string) =>
  [...text.matchAll(/\b(?:ano[ -]base|ano de referencia|exercicio)\b[^\d\n]{0,12}\n?(20\d\d)(?!\d|[/-]\d)/g)].map(
    ([, of = '']) => of,
  )

function kindsIn(words: string): readonly ReceiptKind[] {
  const saying = (how: 'strong' | 'weak') =>
    entriesOf(receiptKinds).flatMap(([kind, about]) => {
      const patterns: readonly RegExp[] = how === 'strong' ? about.strong : 'weak' in about ? about.weak : []
      return patterns.some(each => each.test(words)) ? [kind] : []
    })
  const strong = saying('strong')
  return strong.length ? strong : saying('weak')
}
const entriesOf = <K extends string, V>(of: Readonly<Record<K, V>>) =>
  Object.entries<V>(of).flatMap(([key, value]): readonly (readonly [K, V])[] =>
    isKeyOf(of, key) ? [[key, value]] : [],
  )
const isKeyOf = <K extends string>(of: Readonly<Record<K, unknown>>, key: string): key is K => key in of

const datesIn = (words: string) =>
  [
    ...words.matchAll(
      new RegExp(
        `(?<![\\d/.-])(?<d>\\d\\d)[/.](?<m>\\d\\d)[/.](?<y>${year})(?!\\d)|(?<![\\d-])(?<y2>${year})-(?<m2>\\d\\d)-(?<d2>\\d\\d)(?!\\d)|(?<!\\d)(?<d3>\\d\\d?)[ºo]? de (?<name>${month}) de (?<y3>${year})`,
        'g',
      ),
    ),
  ].flatMap(({ index, groups: { d, m, y, y2, m2, d2, d3, name, y3 } = {} }) => {
    const at = monthNames.findIndex(each => name?.startsWith(each)) + 1
    const day = y ? `${y}-${m}-${d}` : y2 ? `${y2}-${m2}-${d2}` : `${y3}-${twoDigits(at)}-${twoDigits(Number(d3))}`
    return isDay(day) ? [{ day, index }] : []
  })
/** What is right before the day something was filed, received or paid on. */
const filedOn =
  /\b(?:(?:enviad|recebid|recepcionad|transmitid|protocolad|processad|efetuad|pag|quitad|recolhid|realizad)[oa]s?|entregue|(?:data|dia)(?: e hor\w+)?(?: d[eoa] (?:envio|recebimento|recepcao|transmissao|protocolo|pagamento|entrega|recolhimento|processamento))?)[^\d\n]{0,25}$/
/** The first day beside such a word; without one, the only day of the text. */
function dayOfFiling(words: string): string | null {
  const all = datesIn(words)
  const named = all.find(({ index }) => filedOn.test(words.slice(Math.max(0, index - 60), index)))
  const [only = null, other] = once(all.map(({ day }) => day))
  return named?.day ?? (other === undefined ? only : null)
}
const isDay = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** The number after its name: digits, with what divides them. */
function protocolsIn(words: string): readonly string[] {
  const named =
    /\b(?:PROTOCOLO(?: DE [A-Z]+)?|RECIBO(?: DE [A-Z]+)?|COMPROVANTE) ?(?:N[UMERO.ºO°]*)? ?[:#-]?\s?(?<number>[A-Z]{0,6}[.-]?\d[\dA-Z./-]{4,39})/g
  return once(
    [...words.matchAll(named)]
      .map(({ groups }) => (groups?.number ?? '').replace(/[./-]+$/, ''))
      .filter(each => each.replace(/\D/g, '').length >= 5 && !/^\d\d\/\d\d\/\d{4}/.test(each) && cnpj(each) === null),
  )
}
