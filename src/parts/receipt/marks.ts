import { blanked, openVocabulary, readable, type ReadableText, type TextSpan } from '#parts/receipt/letters.ts'
import { countBeside, tableCounts } from '#parts/receipt/counts.ts'
import { paperPhrases, paperWords, type MarkKind } from '#parts/receipt/words.ts'

/** A word or phrase that says what became of something, with what the words around it make of it. */
export interface PaperMark {
  readonly kind: MarkKind
  readonly start: number
  readonly end: number
  /** 'não', 'sem', 'nenhum' say its contrary. */
  readonly denied: boolean
  /** It says what may be or will be. */
  readonly supposed: boolean
  /** How many of something, where a number is beside it; reais count as 1, none as 0. */
  readonly count: number | null
}
/** A paper's text with its marks, in order. */
export interface MarkedPaper {
  readonly text: ReadableText
  readonly cuts: TextCuts
  /** The plain text without names, addresses, legends and boxes nobody ticked. */
  readonly words: string
  readonly marks: readonly PaperMark[]
}

/** Marks looked at: a paper has dozens. */
const mostMarks = 3_000

export function markPaper(given: string): MarkedPaper {
  const text = readable(given)
  const words = withoutLegends(withoutBoxes(withoutNames(respelled(withoutLeaders(text.plain)))), text.source)
  const cuts = cutsOf(text.source, words)
  const found = foundIn(words).slice(0, mostMarks)
  const cells = tableCounts(words)
  const marks: PaperMark[] = []
  for (const [at, each] of found.entries()) {
    const next = found.slice(at + 1, at + 4).find(({ kind }) => kind !== 'seen')?.start ?? words.length
    const around = aroundOf(words, cuts, each, marks, next)
    marks.push({ ...each, ...around, count: cells.get(each.start) ?? around.count })
  }
  return { text, words, cuts, marks: withoutChoices(words, marks) }
}

/** Dots that lead from a label to its colon are blanks after it: 'STATUS.......: ACEITO'. */
const withoutLeaders = (text: string) =>
  text.replace(
    /(?<=[a-z)])([ .]*\.{2,} ?)([:=])/g,
    (_all, dots: string, sign: string) => sign + ' '.repeat(dots.length),
  )

const lookUp = openVocabulary(paperWords)
const spelled = new Map([...paperWords.keys()].map(word => [word, word]))
const respell = openVocabulary(spelled)
/** Words as the vocabulary spells them, where scanners or encodings spelled them otherwise. */
const respelled = (text: string) =>
  text.replace(/[a-z0-9\ufffd!]{1,40}(?:\?{1,2}[a-z\ufffd]{1,20}){0,8}[a-z0-9\ufffd]{0,20}/g, word => {
    const found = spelled.has(word) ? word : respell(word)
    return found && found.length <= word.length ? found.padEnd(word.length, '\u00a0') : word
  })

const nameLabels =
  /\b(?:razao social|nome(?: fantasia| empresarial)?|prestadora|contribuinte|interessad[oa]|cliente|empresa|requerente|endereco|bairro|logradouro|usuario(?: externo)?|representante(?: legal)?|responsavel|para|de|cc|remetente|destinatario)\s?:/g
const endsOfName = /\b(?:cnpj|cpf|fistel|situacao|status|resultado|protocolo|competencia|assunto)\b|\n|$/
/** Names of people, streets and files say nothing of the paper. */
function withoutNames(text: string): string {
  const names = [...text.matchAll(nameLabels)].map(({ 0: found, index }) => {
    const from = index + found.length
    return { from, to: from + (endsOfName.exec(text.slice(from, from + 200))?.index ?? 0) }
  })
  const addresses = [
    ...text.matchAll(/\S{1,80}@\S{1,80}|\bhttps?:\S{1,300}|[\w.-]{1,80}\.(?:csv|pdf|txt|xlsx|zip|xml|docx)\b/g),
  ]
  return blanked(text, [
    ...names,
    ...addresses.map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
  ])
}

const box = /[([]\s{0,3}([x*\u2713\u2714]?)\s{0,3}[)\]]|[\u2610\u2611\u2612\u25a1\u25a0]/g
/** Of boxes before words, only the ticked ones count; of boxes after words likewise. */
function withoutBoxes(text: string): string {
  const spans: TextSpan[] = []
  let from = 0
  for (const line of text.split('\n')) {
    const boxes = [...line.matchAll(box)].filter(
      each => each[1] !== '' || /^[([]\s*[)\]]$|^[\u2610\u25a1]$/.test(each[0]),
    )
    if (boxes.length > 1 || boxes.some(each => isTicked(each))) spans.push(...unticked(from, line, boxes))
    from += line.length + 1
  }
  return blanked(text, spans)
}
const isTicked = (found: RegExpMatchArray) => Boolean(found[1]) || /[\u2611\u2612\u25a0]/.test(found[0])
function unticked(from: number, line: string, boxes: readonly RegExpExecArray[]): readonly TextSpan[] {
  const lead = line.slice(0, boxes[0]?.index ?? 0)
  const before = /^\s*$|:\s*$/.test(lead)
  return boxes.flatMap((each, at) => {
    if (isTicked(each)) return []
    const end = each.index + each[0].length
    const previous = boxes[at - 1]
    const start = previous ? previous.index + previous[0].length : Math.max(0, lead.lastIndexOf(':'))
    return before
      ? [{ from: from + end, to: from + (boxes[at + 1]?.index ?? line.length) }]
      : [{ from: from + start, to: from + each.index }]
  })
}

const legendLabels =
  /\b(?:situac\w+ possive\w+|possive\w+ situac\w+|status possive\w+|legenda|valores possive\w+|opcoes|dominio|significado d\w+ situac\w+)\b/g
/** A list of all possible statuses says nothing. */
function withoutLegends(text: string, source: string): string {
  const spans: TextSpan[] = []
  for (const { index } of text.matchAll(legendLabels)) {
    if (index < (spans.at(-1)?.to ?? 0)) continue
    let end = endOfLine(text, index)
    for (let lines = 0; lines < 12 && end < text.length; lines++) {
      const next = text.slice(end + 1, endOfLine(text, end + 1)).slice(0, 300)
      const open =
        /(?:[,;:/=-]|\bou|\be)\s*$/.test(text.slice(Math.max(index, end - 40), end)) ||
        /^\s*\p{Ll}/u.test(source.slice(end + 1, end + 20))
      if (next.trim() === '' || !(open || /^\s*[-\u2022*]?\s*[^:\n]{1,40}(?:=| - | \u2013 )/.test(next))) break
      end = endOfLine(text, end + 1)
    }
    spans.push({ from: index, to: end })
  }
  return blanked(text, spans)
}
const endOfLine = (text: string, from: number) => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Where one statement ends: sentences, labels, cells, and lines that do not go on in the next. */
export interface TextCuts {
  readonly clauses: readonly number[]
  readonly sentences: readonly number[]
}
const unfinished =
  /\b(?:nao|nenhum|nenhuma|sem|foi|foram|ser|sido|com|de|do|da|dos|das|por|pelo|pela|e|ou|para|a|o|os|as|em|no|na|que|esta|estao)\s*$/
function cutsOf(source: string, words: string): TextCuts {
  const [clauses, sentences]: [number[], number[]] = [[0], [0]]
  for (const found of words.matchAll(/[.;!?]+(?=\s|$)|:(?!\d)|\n| {2,}|\t|[|\u2022]/g)) {
    const at = found.index + found[0].length
    const isLine = found[0] === '\n'
    if (isLine && goesOn(source, words, found.index)) continue
    clauses.push(at)
    if (isLine || /[.!?]/.test(found[0])) sentences.push(at)
  }
  return { clauses, sentences }
}
function goesOn(source: string, words: string, end: number): boolean {
  const next = /^\s*\S/.exec(source.slice(end + 1, end + 40))?.[0].trim() ?? ''
  const before = words.slice(Math.max(0, end - 40), end)
  // 'Críticas: nenhuma' is whole.
  if (/:\s*(?:nao|nenhum[a]?|sem)\s*$/.test(before)) return false
  return /\p{Ll}/u.test(next) ? !/[:.;]\s*$/.test(before) : /\p{Lu}/u.test(next) && unfinished.test(before)
}
/** How many cuts are at or before a place. */
function cutsUpTo(cuts: readonly number[], at: number): number {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
/** Characters of a statement that are looked at, before a place and after it. */
const near = 300
/** The last cut at or before a place, or a place not too far before it. */
export const lastCut = (cuts: readonly number[], at: number) => Math.max(cuts[cutsUpTo(cuts, at) - 1] ?? 0, at - near)
export const nextCut = (cuts: readonly number[], at: number, end: number) =>
  Math.min(cuts[cutsUpTo(cuts, at)] ?? end, at + near)

type FoundMark = Pick<PaperMark, 'kind' | 'start' | 'end'>
function foundIn(words: string): readonly FoundMark[] {
  let left = words
  const found: FoundMark[] = []
  for (const [kind, phrase] of paperPhrases) {
    const own = [...left.matchAll(phrase)].map(({ 0: { length }, index }) => ({
      kind,
      start: index,
      end: index + length,
    }))
    found.push(...own)
    if (own.length)
      left = blanked(
        left,
        own.map(({ start, end }) => ({ from: start, to: end })),
      )
  }
  for (const { 0: word, index } of left.matchAll(/[a-z]{2,}/g)) {
    const kind = lookUp(word)
    if (kind) found.push({ kind, start: index, end: index + word.length })
  }
  return found.toSorted((one, other) => one.start - other.start)
}

export const denials =
  /\b(?:nao(?! (?:so|apenas|obstante)\b)|nenhum[a]?|nunca|jamais|nem|livres? de|isent[oa]s? de|ausencia de|inexistencia de|nada (?:d[eoa]s?|foi|se|a)|sem)\b/g
export const supposing =
  /\b(?:se|caso|casos|quando|havendo|eventua\w+|possive\w+|poder\w+|pode|podem|qualquer|quaisquer|hipotese|enquanto|desde que|para que|sob pena|sujeit[oa]s?|evit\w+|salvo se|a menos que|nao implica|nao garante)\b/
const coming = /\b(?:sera|serao|vai|vao|deve|devera|deverao|precisa|precisam)(?: \w+){0,2}\s*$/

function aroundOf(
  words: string,
  { clauses, sentences }: TextCuts,
  mark: FoundMark,
  before: readonly PaperMark[],
  next: number,
): Pick<PaperMark, 'denied' | 'supposed' | 'count'> {
  const clause = lastCut(clauses, mark.start)
  const sentence = lastCut(sentences, mark.start)
  const count = countBeside(words, mark, clause, next)
  const lead = words.slice(sentence, mark.start)
  const rest = words.slice(mark.end, nextCut(sentences, mark.end, words.length))
  const supposed =
    count === null &&
    mark.kind !== 'came' &&
    (supposing.test(lead) ||
      (/\b(?:so|somente)\b/.test(lead) && /\b(?:se|caso|quando)\b/.test(rest)) ||
      (mark.kind === 'fix' && /\bpara\s*$/.test(lead)) ||
      /^\s?\?/.test(words.slice(mark.end, mark.end + 2)) ||
      (mark.kind !== 'fix' && mark.kind !== 'queue' && coming.test(lead)))
  return { count, supposed, denied: isDenied(words, mark, clause, before) || isDeniedAfter(words, mark) }
}

/** Marks one looks past: 'nenhum dos registros enviados foi aceito', 'não foram encontrados erros'. */
const passed: Readonly<Partial<Record<MarkKind, readonly MarkKind[]>>> = {
  good: ['came', 'seen', 'fair'],
  fair: ['came', 'seen'],
  bad: ['seen', 'came'],
  part: ['seen'],
  fix: ['seen'],
}
function isDenied(words: string, mark: FoundMark, clause: number, before: readonly PaperMark[]): boolean {
  let from = clause
  for (let at = before.length - 1; at >= Math.max(0, before.length - 12); at--) {
    const each = before[at]
    if (!each || each.end <= clause) break
    const between = words.slice(each.end, mark.start)
    // 'nenhum foi descartado ou ficou pendente', 'sem erros, falhas e pendências'.
    if (
      each.denied &&
      isSameSide(each.kind, mark.kind) &&
      /^[\s,]*(?:\b(?:e|ou|nem)\b)?\s*(?:[a-z]+ ){0,2}$/.test(between)
    ) {
      if (/,|\b(?:e|ou|nem)\b/.test(between)) return true
    }
    // 'não puderam ser aproveitados': a phrase of its own, that denies what it leads to.
    if (
      mark.kind === 'good' &&
      words.slice(each.start, each.end).startsWith('nao ') &&
      /^(?: [a-z]+){0,3} $/.test(between)
    )
      return true
    if (passed[mark.kind]?.includes(each.kind)) continue
    from = each.end
    break
  }
  const lead = words.slice(Math.max(from, mark.start - 90), mark.start)
  const last = [...lead.matchAll(denials)].at(-1)
  // 'NÃO   ACEITO', drawn wide; or two cells of a row, of which nobody knows what the first is of.
  const close = words.slice(Math.max(0, mark.start - 14), mark.start)
  if (!last && lead.trim() === '' && mark.kind === 'good' && /(?:^|[\s|])nao[ \t]{2,}$/.test(close)) return true
  // 'NO PROCESSADO': accents that a font has not are left out, and nobody writes 'no' before a participle.
  if (!last)
    return /[aip](?:[dgt])[oa]s?$/.test(words.slice(mark.start, mark.end)) && /\bn ?o (?:foi |foram )?$/.test(close)
  const gap = lead.slice(last.index + last[0].length)
  const most = /^n(?:enhum|ada)/.test(last[0]) ? 9 : last[0] === 'sem' ? 1 : 6
  if (isNewPredicate(gap, words.slice(mark.start, mark.end))) return false
  return !/,/.test(gap) && gap.trim().split(/\s+/).filter(Boolean).length <= most
}
/** A denial ends where a predicate begins: 'não merecem fé e foram recusados', 'não conferem e os recusou'. */
const isNewPredicate = (gap: string, word: string) =>
  /\be (?:por isso |portanto |assim )?(?:foi|foram|fica|ficam|ficou|ficaram|esta|estao|acabou|acabaram) /.test(gap) ||
  (/\be (?:por isso |portanto |assim )?(?:[oa]s? |foi )?$/.test(gap) && /(?:[aei]u|ou|[aei]ram|[aei]mos)$/.test(word))
const isSameSide = (one: MarkKind, other: MarkKind) => {
  const hard: readonly MarkKind[] = ['bad', 'fix', 'pending', 'part']
  return one === other || (hard.includes(one) && hard.includes(other))
}
/** 'Erros: nenhum', 'Motivo da rejeição: -', 'Débitos: não há'. */
const isDeniedAfter = (words: string, { end }: FoundMark) =>
  /^(?:[ ][a-z]+){0,3}\s?[:=]\s*(?:nenhum[a]?s?\b|nao(?: ha| houve| constam?| existem?)?\s*(?:[.\n]|$)|n\/a\b|nada\b|-+\s*(?:\n|$)|\u2014|\u2013|inexistentes?\b|ausentes?\b|zero\b)/.test(
    words.slice(end, end + 60),
  )

/** 'Aceito / Recusado / Pendente' on one line, each once: a choice nobody made. */
function withoutChoices(words: string, marks: readonly PaperMark[]): readonly PaperMark[] {
  const dropped = new Set<PaperMark>()
  const outcome = marks.filter(({ kind }) => kind !== 'came' && kind !== 'seen')
  for (let from = 0; from < outcome.length; from++) {
    const run = [outcome[from]].flatMap(each => each ?? [])
    for (let at = from + 1; at < outcome.length; at++) {
      const [last, each] = [run.at(-1), outcome[at]]
      if (
        !last ||
        !each ||
        !/^\s*(?:com erros?|com ressalvas?)?[ ,;/|]*(?:\b(?:e|ou)\b)?[ /|]*$/.test(words.slice(last.end, each.start))
      )
        break
      if (words.slice(last.end, each.start).includes('\n')) break
      run.push(each)
    }
    const kinds = new Set(run.map(({ kind }) => (kind === 'fair' ? 'good' : kind)))
    const texts = new Set(run.map(({ start, end }) => words.slice(start, end)))
    const gaps = run.slice(1).map((each, nth) => /[,;/|]|\b(?:e|ou)\b/.test(words.slice(run[nth]?.end, each.start)))
    if (new Set(gaps).size > 1) continue
    const slashed = run.length === 2 && /[/|]/.test(words.slice(run[0]?.end, run[1]?.start))
    if (
      kinds.size > 1 &&
      texts.size === run.length &&
      (run.length > 2 || slashed) &&
      run.every(({ count }) => count === null)
    )
      for (const each of run) dropped.add(each)
  }
  return marks.filter(each => !dropped.has(each))
}
