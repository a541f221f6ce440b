import { filedRowsIn, linesListed } from '#parts/receipt/counts.ts'
import { lastCut, markPaper, nextCut, type MarkedPaper, type PaperMark } from '#parts/receipt/marks.ts'
import { unreadStatement, unreadSentence } from '#parts/receipt/unread.ts'
import {
  emptyOutcome,
  isReceiptVerdict,
  type PaperOutcome,
  type PaperRows,
  type PaperVerdict,
} from '#parts/receipt/verdict.ts'
import { otherPapers, rectifying } from '#parts/receipt/words.ts'

type Meaning = 'bad' | 'fix' | 'good' | 'fair' | 'came' | 'queue' | 'pending' | 'part'
interface MeantMark {
  readonly mark: PaperMark
  readonly meaning: Meaning
}

/** Reads what a paper says became of what was filed. Refusing words anywhere count, unless they are denied, supposed or of a legend. */
export function readOutcome(text: string): PaperOutcome {
  const paper = markPaper(text)
  const meant = paper.marks.flatMap(mark => {
    const meaning = meaningOf(paper, mark)
    return meaning ? [{ mark, meaning }] : []
  })
  const has = (...of: readonly Meaning[]) => meant.filter(({ meaning }) => of.includes(meaning))
  const judged = judgeMeant(paper, meant)
  const proof = judged.proof.length ? judged.proof : has('good', 'came')
  const refusal = has('bad', 'fix', 'part')
  return {
    verdict: judged.verdict,
    words: quoteOf(paper, proof),
    doubt: judged.doubt,
    rows: rowsOf(paper, refusal),
    reasons: isReceiptVerdict(judged.verdict) ? [] : reasonsIn(paper, refusal),
  }
}

interface JudgedPaper {
  readonly verdict: PaperVerdict
  readonly doubt: string | null
  readonly proof: readonly MeantMark[]
}
const certain = (verdict: PaperVerdict, proof: readonly MeantMark[]): JudgedPaper => ({ verdict, doubt: null, proof })
const doubtful = (doubt: string, proof: readonly MeantMark[] = []): JudgedPaper => ({
  verdict: 'incerto',
  doubt,
  proof,
})

function judgeMeant(paper: MarkedPaper, meant: readonly MeantMark[]): JudgedPaper {
  const of = (...meanings: readonly Meaning[]) => meant.filter(({ meaning }) => meanings.includes(meaning))
  const [bad, good, part] = [of('bad', 'fix'), of('good'), of('part')]
  const refused = ordered(bad)
  if (bad.length) {
    if (!good.length) return part.length ? certain('parcial', [...part, ...refused]) : certain('recusado', refused)
    if (part.length || good.some(one => isSplit(one)) || isOfRows(paper, bad) || together(paper, good, bad))
      return certain('parcial', [...part, ...refused])
    return doubtful('O texto diz que foi aceito e também que não foi', [...refused.slice(0, 1), ...good.slice(0, 1)])
  }
  if (part.length || falsShort(paper, good) || isNarrowed(paper, good) || (good.length && of('queue').some(isSplitOff)))
    return certain('parcial', part.length ? part : good)
  const other = otherPapers.find(([words]) => words.test(paper.words))
  if (other) return doubtful(other[1])
  const pending = of('pending')
  if (pending.length) return doubtful('Parece que ainda falta alguma coisa', pending)
  if (isRectifying(paper)) return doubtful('É de uma retificação: confira de qual versão')
  const unread = unreadStatement(paper)
  if (unread !== null)
    return doubtful(unread ? `Não sabemos o que “${unread}” quer dizer` : 'O texto não diz a situação')
  const queue = of('queue')
  const came = [...queue, ...of('came')]
  const sentence = unreadSentence(paper)
  if (good.length + came.length && sentence !== null) return doubtful(`Não sabemos o que “${sentence}” quer dizer`)
  if (good.length && !queue.length) return certain('aceito', good)
  if (came.length) return certain('recebido', came)
  return doubtful(emptyOutcome.doubt ?? '')
}

/** What says the most first: words of a refusal before those of what to do about it. */
const ordered = (bad: readonly MeantMark[]) =>
  bad.toSorted((one, other) => Number(one.meaning === 'fix') - Number(other.meaning === 'fix'))
const isSplit = ({ mark }: MeantMark) => mark.kind === 'good' && isSplitOff({ mark })
const isSplitOff = ({ mark }: Pick<MeantMark, 'mark'>) => (mark.count ?? 0) > 0

const statusLabel =
  /\b(?:situacao|status|resultado|retorno|parecer|decisao|conclusao|carga|processamento|gravacao|homologacao|aceitacao)(?: [a-z]+){0,4}\s?[:=]\s*$/
const arrival =
  /\b(?:upload|envio|transmissao|recepcao|entrega|remessa|postagem|protocolo|recebid\w+|enviad\w+|transmitid\w+|recepcionad\w+|entregue|protocolad\w+)(?: [a-z]+){0,3} $/

function meaningOf({ words, marks }: MarkedPaper, mark: PaperMark): Meaning | null {
  const { kind, denied, supposed, count, start, end } = mark
  const lead = words.slice(Math.max(0, start - 80), start)
  if (supposed) return kind === 'good' || kind === 'fair' ? (/\bser(?:a|ao)\b/.test(lead) ? 'queue' : null) : null
  switch (kind) {
    case 'good':
      return denied || count === 0 ? 'bad' : 'good'
    case 'fair':
      if (denied) return 'bad'
      if (arrival.test(lead)) return 'came'
      return statusLabel.test(lead) ? 'good' : 'fair'
    case 'seen':
      return denied &&
        !marks.some(each => each.start >= end && each.denied && each.kind !== 'seen' && each.start - end < 60)
        ? 'bad'
        : null
    case 'came':
      return denied ? (/(?:[ai]d[oa]s?|entregues?)$/.test(words.slice(start, end)) ? 'bad' : null) : 'came'
    default:
      return denied || count === 0 ? null : kind
  }
}

/** Of the same sentence, or rows of one table: some were taken and some were not. */
function together({ words }: MarkedPaper, good: readonly MeantMark[], bad: readonly MeantMark[]): boolean {
  const lineOf = (at: number) =>
    (/[^\n]*$/.exec(words.slice(Math.max(0, at - 200), at))?.[0] ?? '') +
    (/^[^\n]*/.exec(words.slice(at, at + 200))?.[0] ?? '')
  return bad.slice(0, mostLooked).some(({ mark: one }) =>
    good.slice(0, mostLooked).some(({ mark: other }) => {
      const [first, last] = one.start < other.start ? [one, other] : [other, one]
      const between = words.slice(first.end, last.start)
      if (between.length < 120 && !/[.;:!?\n]/.test(between)) return true
      const rows = [one, other].map(({ start }) => lineOf(start))
      return rows.every(row => /\d/.test(row) && !/^[^\d]{0,40}:/.test(row)) && rows[0] !== rows[1]
    }),
  )
}

/** Fewer were taken than were filed: '108 de 120 registros gravados'. */
function falsShort({ words }: MarkedPaper, good: readonly MeantMark[]): boolean {
  const filed = filedRowsIn(words)
  const counts = good.flatMap(({ mark }) => mark.count ?? [])
  return filed !== null && counts.length > 0 && Math.max(...counts) < filed
}

const narrowing = /(?<!\bnao )\b(?:apenas|somente|so|exclusivamente|unicamente)\b(?! (?:se|caso|quando|apos|depois)\b)/
const share = /^(?: [a-z]+){0,2} ?[:=]? ?(\d{1,7}) ?(?:\(? ?(?:de|d[oa]s|do total de) |\(? ?\/ ?)(\d{1,7})(?![\d/])/
const isShort = (after: string) => {
  const [, some, whole] = share.exec(after) ?? []
  return some !== undefined && Number(some) < Number(whole) && !/^(?: [a-z]+)* \d+ ?\//.test(after)
}
/** Of the whole only something was taken: 'apenas os acessos de pessoa física foram aceitos', 'foram aceitos somente os de Taubaté'. */
const isNarrowed = ({ words, cuts: { clauses, sentences } }: MarkedPaper, good: readonly MeantMark[]) =>
  good.some(
    ({ mark: { start, end } }) =>
      isShort(words.slice(end, end + 60)) ||
      narrowing.test(words.slice(lastCut(sentences, start), start)) ||
      narrowing.test(words.slice(end, Math.min(nextCut(clauses, end, words.length), end + 40))),
  )

const isOneRow = /\b(?:linhas?|registros?|item|itens) \d[^.;\n]*$/
/** Some rows were turned down, and not the file: 'duas linhas foram rejeitadas'. */
const isOfRows = ({ words }: MarkedPaper, bad: readonly MeantMark[]) => {
  const filed = filedRowsIn(words)
  return bad.some(
    ({ mark: { start, count } }) =>
      isOneRow.test(words.slice(Math.max(0, start - 50), start)) ||
      (count !== null &&
        count > 0 &&
        (filed === null || count < filed) &&
        /\b(?:linhas?|registros?|itens|municipios?)\b/.test(words.slice(Math.max(0, start - 50), start))),
  )
}

const isRectifying = ({ words }: MarkedPaper) =>
  [...words.matchAll(new RegExp(rectifying.source, 'g'))].some(({ 0: found, index }) => {
    const lead = /[^\n.]*$/.exec(words.slice(Math.max(0, index - 200), index))?.[0] ?? ''
    return (
      !/\b(?:se|caso|para|podera|pode|envie)\b/.test(lead) &&
      !/^\s?[:=?]\s*(?:nao|n)\b/.test(words.slice(index + found.length, index + found.length + 12))
    )
  })

function rowsOf({ words }: MarkedPaper, bad: readonly MeantMark[]): PaperRows {
  const counts = bad.flatMap(({ mark }) => (mark.kind === 'bad' && mark.count ? [mark.count] : []))
  const lines = bad.length ? linesListed(words) : []
  const refused = counts.length ? Math.max(...counts) : lines.length || null
  return { filed: filedRowsIn(words), refused, lines }
}

/** Marks compared with each other, and statements gathered. */
const mostLooked = 60
const longest = 160
/** The statement around a mark, as it is written. */
function statementAt({ text: { source }, words }: MarkedPaper, { start, end }: PaperMark): string {
  const begin = Math.max(0, start - 400)
  const before = words.slice(begin, start)
  const from = begin + Math.max(before.lastIndexOf('\n'), before.search(/[.;!?]\s[^.;!?]*$/)) + 1
  const after = words.slice(end, end + 400)
  const to = end + (/[.;!?](?=\s|$)|\n/.exec(after)?.index ?? after.length)
  const whole = source.slice(from, to).replace(/\s+/g, ' ').trim()
  if (whole.length <= longest) return whole
  const left = Math.max(from, start - 60)
  return `${left > from ? '…' : ''}${source
    .slice(left, Math.min(to, left + longest - 2))
    .replace(/\s+/g, ' ')
    .trim()}…`
}
function quoteOf(paper: MarkedPaper, proof: readonly MeantMark[]): string {
  const [first, second] = proof
  if (!first) return ''
  const one = statementAt(paper, first.mark)
  const other = second && first.meaning !== second.meaning ? statementAt(paper, second.mark) : ''
  return (other && other !== one && one.length + other.length < longest ? `${one} (…) ${other}` : one).slice(0, longest)
}

const detail =
  /^[^\S\n]*(?:linhas?|registros?|reg\.|motivos?|causas?|detalhes?|observac(?:ao|oes)|codigo|critica)\b[^\n]{3,}/gm
/** Statements that turn something down, and lines that say which and why. */
function reasonsIn(paper: MarkedPaper, refusal: readonly MeantMark[]): readonly string[] {
  const details = [...paper.words.matchAll(detail)].slice(0, mostLooked).map(({ 0: line, index }) => ({
    at: index,
    quote: paper.text.source
      .slice(index, index + line.length)
      .replace(/\s+/g, ' ')
      .trim(),
  }))
  const statements = refusal
    .slice(0, mostLooked)
    .map(({ mark }) => ({ at: mark.start, quote: statementAt(paper, mark) }))
  const all = [...statements, ...details].toSorted((one, other) => one.at - other.at).map(({ quote }) => quote)
  const once = [...new Set(all)].filter(each => each.length > 2)
  return once.filter(each => !once.some(other => other !== each && other.includes(each))).slice(0, 40)
}
