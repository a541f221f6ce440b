const isHead = (line: string) => /[a-z]/.test(line) && !/\d/.test(line) && line.length < 200
const isNumbers = (line: string) => /^\s*\d[\d.]*(?:\s+\d[\d.]*)*\s*$/.test(line)
const numbersIn = (line: string) =>
  line
    .trim()
    .split(/\s+/)
    .map(each => Number(each.replaceAll('.', '')))
/** Words that head a column of numbers. */
const heads =
  /\b(?:total|totais|lid[oa]s|recebid[oa]s|enviad[oa]s|processad[oa]s|aceit[oa]s|gravad[oa]s|validad[oa]s|aprovad[oa]s|aproveitad[oa]s|incorporad[oa]s|importad[oa]s|rejeitad[oa]s|recusad[oa]s|ignorad[oa]s|descartad[oa]s|devolvid[oa]s|invalid[oa]s|reprovad[oa]s|errad[oa]s|erros?|falhas?|inconsistencias?|pendentes?|pendencias?|criticas?|alertas?|avisos?|duplicad[oa]s)\b/g

/** Lines in which tables are looked for: thirty pages have fewer. */
const mostLines = 3_000
interface HeadCell {
  readonly start: number
  readonly word: string
  readonly count: number
}
/** Finds numbers below their heads: 'Lidos Aceitos Rejeitados' above '120 117 3', or each of them on a line of its own. */
function cellsIn(words: string): readonly HeadCell[] {
  const lines = [...words.matchAll(/[^\n]+/g)].slice(0, mostLines).map(({ 0: line, index }) => ({ line, index }))
  const found: HeadCell[] = []
  for (let at = 0; at < lines.length; at++) {
    const labels: { start: number; word: string }[] = []
    let next = at
    for (; next < Math.min(lines.length, at + 12) && isHead(lines[next]?.line ?? ''); next++) {
      const { line, index } = lines[next] ?? { line: '', index: 0 }
      const own = [...line.matchAll(heads)].map(each => ({ start: index + each.index, word: each[0] }))
      if (next > at && (own.length !== 1 || labels.length !== next - at)) break
      labels.push(...own)
      if (own.length > 1) {
        next++
        break
      }
      if (!own.length) break
    }
    if (labels.length < 2) continue
    const counts: number[] = []
    for (; counts.length < labels.length && isNumbers(lines[next]?.line ?? ''); next++)
      counts.push(...numbersIn(lines[next]?.line ?? ''))
    if (counts.length === labels.length)
      found.push(...labels.map((label, nth) => ({ ...label, count: counts[nth] ?? 0 })))
  }
  return found
}
/** The number under each head, by where the head is. */
export const tableCounts = (words: string): ReadonlyMap<number, number> =>
  new Map(cellsIn(words).map(({ start, count }) => [start, count]))

const number = '(\\d{1,3}(?:\\.\\d{3})+|\\d{1,7})'
const of = '(?:registros?|linhas?)'
const share = new RegExp(`(?<![\\d/.,])${number} ?(?:de|dos|do total de|/) ?${number} ${of}\\b`)
const namedCount = new RegExp(
  `\\b(?:(?:total|quantidade|qtde?\\.?|numero|n[o.]*) (?:de |dos )?${of}(?: (?:lid|enviad|recebid|transmitid)[oa]s| d[oe] arquivo)?|` +
    `${of} (?:lid[oa]s|enviad[oa]s|recebid[oa]s|transmitid[oa]s|no arquivo|do arquivo)|(?<=\\n|^)${of})\\s?[:=]\\s*${number}(?![\\d/,])`,
)
const plainly = new RegExp(`(?<![\\d/.,-])(?<!\\b(?:linha|de) )${number} ${of}\\b`, 'g')
const valueOf = (text: string | undefined) => (text === undefined ? null : Number(text.replaceAll('.', '')))

/** The rows a paper says were filed; null where it says no number, or several and not which. */
export function filedRowsIn(words: string): number | null {
  const shared = valueOf(share.exec(words)?.[2])
  if (shared !== null) return shared
  const labelled = valueOf(namedCount.exec(words)?.[1])
  if (labelled !== null) return labelled
  const cell = cellsIn(words).find(({ word }) => /^(?:total|totais|lid|recebid|enviad)/.test(word))
  if (cell) return cell.count
  const all = new Set([...words.matchAll(plainly)].map(([, n]) => valueOf(n)))
  const [only = null] = all
  return all.size === 1 && only !== 0 ? only : null
}

/** Numbers of rows the paper lists: 'Linha 14:', 'linhas 14, 27 e 33'. */
export function linesListed(words: string): readonly number[] {
  const found = [
    ...words.matchAll(/\b(?:linhas?|registros?)(?: n[o.]*)? (\d{1,7}(?:(?:, ?| e |; ?)\d{1,7})*)(?![\d/])/g),
  ]
  return [...new Set(found.flatMap(([, all = '']) => all.split(/\D+/).filter(Boolean).map(Number)))].slice(0, 1_000)
}

const numerals = ['um', 'dois', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez']
const countPattern = `(\\d{1,3}(?:\\.\\d{3})+|\\d{1,7}|(?<![a-z])(?:duas|${numerals.slice(1).join('|')})(?![a-z]))`
const beforeMark = new RegExp(
  `(?<![\\d/.,:$-])(?<!r\\$ ?)(?<!\\b(?:linha|linhas|n|no|numero|codigo|artigo|art|versao|protocolo|em|coluna|dia|etapa|item|municipio|ibge|uf|cep|estacao|processo|registro) )${countPattern}(?![\\d/,]|[ªº°]|-\\d|:\\d)(?: ?\\([a-z ]{2,20}\\))?(?: (?!em\\b|de\\b|dias?\\b|horas?\\b|minutos?\\b)[a-z]+){0,4} $`,
)
const afterMark = new RegExp(
  `^(?: [a-z]+){0,2} ?(?:[:=(]|\\.{2,}|-)?\\s*${countPattern}(?![\\d/]|,\\d|\\.\\d|-\\d|:\\d| de\\b|[ªº°])`,
)
/** '108 de 120 registros gravados'. */
const shareBefore = new RegExp(
  `(?<![\\d/.,])${countPattern} ?(?:de|dos|do total de|/) ?${countPattern} [a-z]+ (?:[a-z]+ ){0,3}$`,
)
/** 'Aceitos: 108 de 120'. */
const shareAfter = new RegExp(`^ ?[:=]? ?${countPattern} ?(?:de|/) ?${countPattern}(?![\\d/,])`)
const moneyAfter = /^(?: [a-z]+){0,3} ?[:=]?\s*r\$ ?(\d[\d.]*,\d\d)/
const zeroBefore = /\b(?:zero|nenhum[a]?) (?:[a-z]+ ){0,3}$/

/** How many: '12 registros rejeitados', 'Registros com erro: 0', 'Saldo devedor: R$ 0,00'. */
export function countBeside(
  words: string,
  { start, end }: { readonly start: number; readonly end: number },
  clause: number,
  next: number,
): number | null {
  const lead = words.slice(Math.max(clause, start - 60), start)
  const share = shareBefore.exec(lead)?.[1]
  if (share !== undefined) return numberOf(share)
  const before = beforeMark.exec(lead)?.[1]
  if (
    before !== undefined &&
    !/\bde 20\d\d\b/.test(lead) &&
    !isOfLabel(words.slice(Math.max(0, start - 30), start), words.slice(end, end + 2))
  )
    return numberOf(before)
  if (zeroBefore.test(lead)) return null
  const rest = words.slice(end, Math.min(Math.max(next, end), end + 50))
  const part = shareAfter.exec(rest)?.[1]
  if (part !== undefined) return numberOf(part)
  const money = moneyAfter.exec(rest)?.[1]
  if (money !== undefined) return /[1-9]/.test(money) ? 1 : 0
  const after = afterMark.exec(rest)
  if (!after) return null
  const separated = /[:=(]|\.{2,}|-/.test(after[0]) || /^\s+\d+\s*(?:\n|$)/.test(rest)
  return separated ? numberOf(after[1] ?? '') : null
}
/** 'Gravados: 1 Rejeitados: 0': the number belongs to the label before it, and the word has its own. */
const isOfLabel = (lead: string, rest: string) => /[:=] ?\d[\d.]* $/.test(lead) && /^ ?[:=]/.test(rest)
const numberOf = (text: string) =>
  (text === 'duas' ? 2 : numerals.indexOf(text) + 1) || Number(text.replaceAll('.', ''))
