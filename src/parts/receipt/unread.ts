import type { TextSpan } from '#parts/receipt/letters.ts'
import { denials, lastCut, nextCut, supposing, type MarkedPaper, type PaperMark } from '#parts/receipt/marks.ts'
import { paperWords } from '#parts/receipt/words.ts'

// A paper is placed without a person only where what it says of itself is understood: a status, a denial and something that was
// done to a file are each read, or quoted to the person who decides.

/** What of a paper's statements nobody can read, as it is written; '' where a status has no value; null where all is read. */
export const unreadStatement = (paper: MarkedPaper): string | null =>
  unreadStatus(paper) ?? unreadDenial(paper) ?? unreadDeed(paper) ?? unreadRow(paper) ?? unreadTurn(paper)

const isOutcome = ({ kind, denied }: PaperMark) => (kind !== 'came' && kind !== 'seen') || denied

const statuses = /\b(?:situacao|status|resultado)\b(?! (?:cadastral|fiscal|tributaria|economic\w*|financeir\w*))/g
const steps =
  /\b(?:validacao|processamento|carga|aceitacao|conferencia|analise|retorno|conclusao|homologacao|aprovacao|parecer|decisao|percentual(?: de \w+)?|exigencias?|resposta|motivo|observac(?:ao|oes)|mensagem)\b/g
const labelled = /^(?: [a-z]+){0,4}\s?(?:[:=]| -(?= ))\s*/
const isPlainValue = (value: string) => /^\s*[-\u2013\u2014]*\s*$/.test(value)
const isMoment = (value: string) => /^\s*(?:em )?\d{1,2}[/:h.]\d|^\s*\d{4}-\d\d|^\s*[\d./-]{6,}/.test(value)

function unreadStatus({ words, text, marks }: MarkedPaper): string | null {
  for (const { 0: found, index } of words.matchAll(statuses)) {
    const end = index + found.length
    const line = lineFrom(words, end)
    const label = labelled.exec(line)
    if (label) {
      const value = valueAt(words, end + label[0].length, end + line.length)
      const unread = !isPlainValue(value.words) && !isMoment(value.words) && !marks.some(each => within(each, value))
      if (unread) return quoted(text.source, value)
    } else if (isHead(words, index, line) && !marks.some(each => each.start > end && isOutcome(each))) return ''
  }
  for (const { 0: found, index } of words.matchAll(steps)) {
    const end = index + found.length
    const line = lineFrom(words, end)
    const label = labelled.exec(line)
    const value = label && { from: end + label[0].length, to: end + line.length, words: line.slice(label[0].length) }
    if (value && !isPlainValue(value.words) && !isMoment(value.words) && !marks.some(each => within(each, value)))
      return quoted(text.source, value)
  }
  return null
}
/** The name of a column, and not a word of a sentence. */
const isHead = (words: string, index: number, line: string) =>
  !/\b(?:[oa]s?|d[eoa]s?|n[oa]s?|seus?|suas?|qual|com) $/.test(words.slice(Math.max(0, index - 6), index)) &&
  !/\b(?:ser(?:a|ao)|da|do|de)\b/.test(line.slice(0, 60))

const within = ({ start }: PaperMark, { from, to }: TextSpan) => start >= from && start < to
const quoted = (source: string, { from, to }: TextSpan) =>
  source.slice(from, to).replace(/\s+/g, ' ').trim().slice(0, 80)
const lineFrom = (words: string, from: number) => {
  const near = words.slice(from, from + 200)
  const end = near.indexOf('\n')
  return end < 0 ? near : near.slice(0, end)
}
/** What follows a label, on its line or on the next. */
function valueAt(words: string, from: number, lineEnd: number): TextSpan & { readonly words: string } {
  if (words.slice(from, lineEnd).trim()) return { from, to: lineEnd, words: words.slice(from, lineEnd) }
  const next = lineFrom(words, lineEnd + 1)
  return { from: lineEnd, to: lineEnd + 1 + next.length, words: next }
}

/** Denials that say nothing of what was filed. */
const harmless =
  /^(?:nao (?:respond\w+|precisa\w*|e (?:necessari\w+|preciso|obrigatori\w+)|implica|garante|vale|substitui|dispensa|exime|reconhecimento|inclui|incide\w*|informad[oa]|se aplica|ha)|sem (?:qualquer |quaisquer |nenhuma? )?(?:observac\w+|restric\w+|prejuizo|custo|onus|juros|emendas|numero|rasuras)|nem\b|nenhuma (?:outra |nova )?(?:providencia|acao|medida|manifestacao|resposta)\b)/

/** A denial that turns nothing we know about, outside suppositions: 'o envio não surtiu efeito'. */
function unreadDenial({ words, text, marks, cuts: { clauses, sentences } }: MarkedPaper): string | null {
  for (const { 0: found, index } of words.matchAll(denials)) {
    if (marks.some(({ start, end }) => index >= start && index < end)) continue
    const to = nextCut(clauses, index, words.length)
    const rest = words.slice(index, to)
    // 'Retificadora: Não' is a value.
    if (!/[a-z]/.test(rest.slice(found.length)) || harmless.test(rest)) continue
    if (marks.some(each => each.start > index && each.start < to + 40 && each.denied)) continue
    const from = lastCut(sentences, index)
    if (supposing.test(words.slice(from, index))) continue
    return quoted(text.source, { from: lastCut(clauses, index), to })
  }
  return null
}

/** A participle, or what somebody did: 'desprezado', 'caiu'. */
const deeds = /\b[a-z]{2,}(?:(?:ad|id)[oa]s?|[ei]u|ou|[aei]ram)\b/g
/** What may be done to a paper or by its sender, and nouns that look alike, without a word on what became of what was filed. */
const neutral = new Set(
  `assinad gerad emitid informad comunicad avisad disponibilizad registrad declarad criad consultad responsabilizad divulgad armazenad
  guardad conferid utilizad obrigad cadastrad preenchid juntad incluid anexad referid indicad direcionad contid iniciad analisad
  apresentad exibid salv marcad mantid dad permitid acessad baixad lancad formad digitad exigid solicitad comprovad identificad
  estad certificad pedid entrad said medid sentid interessad empregad advogad mercad lad citad acordad tod privad limitad chamad
  automatizad digitalizad autuad carregad cobrad nomead vinculad credenciad ordenad associad descrit atualizad hospedad dedicad
  prestad contratad instalad ativad ligad conectad elaborad calculad apurad estabelecid previst mensurad devid seguid desejad
  detalhad mencionad supracitad intitulad adquirid fornecid processad resolvid verificad relacionad instituid celebrad duvid prezad`
    .split(/\s+/)
    .flatMap(stem => ['o', 'a', 'os', 'as'].map(end => stem + end))
    .concat(
      `ficou ficaram seu meu teu europeu museu enviou recebeu declarou assinou informou gerou transmitiu emitiu realizou apresentou protocolou
      confirmou registrou solicitou ocorreu enviaram terminou iniciou acessou preencheu incluiu anexou fez ou sou foram eram eram
      consultou respondeu comunicou`.split(/\s+/),
    ),
)

/** Something was done that we have no word for: 'foi desprezado'. */
function unreadDeed({ words, text, marks, cuts: { clauses, sentences } }: MarkedPaper): string | null {
  for (const { 0: deed, index } of words.matchAll(deeds)) {
    if (paperWords.has(deed) || neutral.has(deed)) continue
    if (marks.some(({ start, end }) => index >= start && index < end)) continue
    if (supposing.test(words.slice(lastCut(sentences, index), index))) continue
    return quoted(text.source, {
      from: lastCut(clauses, index),
      to: nextCut(clauses, index + deed.length - 1, words.length),
    })
  }
  return null
}

/** What is written of one row: of an accepted file nothing is. */
function unreadRow({ words, text, marks }: MarkedPaper): string | null {
  for (const { 0: line, index } of words.matchAll(
    /^[^\S\n]*(?:linha|registro|item|campo|coluna) \d{1,7}[ :,-][^\n]{3,}/gm,
  )) {
    const span = { from: index, to: index + line.length }
    if (!marks.some(each => within(each, span) && each.kind === 'good')) return quoted(text.source, span)
  }
  return null
}

const turns = /\b(?:mas|porem|contudo|todavia|entretanto|no entanto|embora|apesar d[eoa]s?|so que)\b/g
const rowsThatDo =
  /\b(?:linhas|registros|itens|colunas|municipios|campos)\b(?: [a-z]+){0,3}? (?!(?:sem|com|tambem|ordem|origem|foram|podem)\b)[a-z]{2,}[ae]m\b/g
/** 'Aceito com louvor': what comes with it may be what is wrong with it. */
const withWhat =
  /^ com (?!(?:[oa]s? )?(?:sucesso|exito|data|base|fundamento|recibo|protocolo|numero|codigo|total|todos|todas|\d))[a-z]+/
/** What takes back something of a paper in words we do not know: 'aceito, mas com atraso', 'três linhas destoam do cadastro'. */
function unreadTurn({ words, text, marks, cuts: { clauses, sentences } }: MarkedPaper): string | null {
  for (const { 0: found, index } of [...words.matchAll(turns), ...words.matchAll(rowsThatDo)]) {
    const whole = { from: lastCut(sentences, index), to: nextCut(sentences, index, words.length) }
    const span = found.includes(' ') ? whole : { ...whole, from: index }
    if (supposing.test(words.slice(whole.from, whole.to)) || marks.some(each => within(each, span))) continue
    return quoted(text.source, whole)
  }
  for (const { kind, end } of marks) {
    const clause = words.slice(end, nextCut(clauses, end, words.length))
    if (kind !== 'good' || !withWhat.test(clause)) continue
    if (marks.every(each => !within(each, { from: end, to: end + clause.length })))
      return quoted(text.source, { from: lastCut(clauses, end), to: end + clause.length })
  }
  return null
}

/** What a sentence speaks of that says nothing of what became of a file. */
const aside =
  /\b(?:cnpj|fistel|competencia|referencia|protocolo|em caso de|duvidas?|ligue|acesse|portal|sites?|e-?mail|mensagem|automatic\w+|guarde|prezad[oa]s?|atenciosamente|equipe|horario|brasilia|autenticidade|verificador|assinad\w+|eletronic\w+|declara\w*|leis?|decreto|art|resolucao|prazos?|pagina|usuario|versao|impress\w+|rua|avenida|quadra|agencia|ministerio|sistema|codigo|documentos?|caso|se|sera|serao|obrigad[oa]|agradec\w+|colaborac\w+|cordialmente|respeitosamente|cumprimentos|cancelamento|providencias?|esclareciment\w+|consulte\w*|nada mais|baix(?:e|ar)|imprim\w+)\b|\d{9,}/
/** What papers are about: no heading says more, but a sentence about the file does. */
const topics =
  /\b(?:servico|acessos|infraestrutura|estac(?:ao|oes)|economico|financeir[oa]|semestral|fust|funttel|receita|valor)\b/
const aboutFile =
  /^\s*(?:[oa]s? |suas? |seus? |est[ea]s? )?(?:arquivos?|envios?|coletas?|remessas?|declarac(?:ao|oes)|entregas?|dados|cargas?|registros)\b[^\n]*\.\s*$/
/** Words of a sentence, and not of a name: those in lower case that are no small words. */
const commonWord = /(?<![\p{L}\p{N}])\p{Ll}{4,}(?![\p{L}\p{N}])/gu

/**
 * A sentence of a paper, or a part of one, of which we know no word: quoted to a person, for it may say what became of the
 * rest. Null where each is known.
 */
export function unreadSentence({ words, text, marks, cuts: { sentences } }: MarkedPaper): string | null {
  const ends = [...words.matchAll(/; /g)].map(({ index }) => index + 1)
  const starts = [...new Set([...sentences, ...ends])].toSorted((one, other) => one - other)
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1] ?? words.length
    const sentence = words.slice(from, Math.min(to, from + 400))
    if (/^[^\n:]{1,60}:/.test(sentence) || aside.test(sentence) || !/[a-z]/.test(sentence)) continue
    if (topics.test(sentence) && !aboutFile.test(sentence)) continue
    if (marks.some(each => within(each, { from, to }))) continue
    if ((text.source.slice(from, from + sentence.length).match(commonWord) ?? []).length > 1)
      return quoted(text.source, { from, to })
  }
  return null
}
