import { join } from '#kernel/text.ts'

/** What a paper says became of what was filed. */
export const paperVerdicts = {
  aceito: 'Aceito',
  recebido: 'Só recebido',
  parcial: 'Aceito em parte',
  recusado: 'Recusado',
  incerto: 'Não diz',
} as const
export type PaperVerdict = keyof typeof paperVerdicts
/** May become a receipt without a person. */
export const isReceiptVerdict = (verdict: PaperVerdict) => verdict === 'aceito' || verdict === 'recebido'
/** May become an error of what was filed, once a person says so. */
export const isRefusalVerdict = (verdict: PaperVerdict) => verdict === 'recusado' || verdict === 'parcial'

/** How many rows a paper says were filed, and of which it says that they were turned down. */
export interface PaperRows {
  readonly filed: number | null
  readonly refused: number | null
  /** Their numbers, where the paper lists them. */
  readonly lines: readonly number[]
}
/** What a paper says, and the words that prove it. */
export interface PaperOutcome {
  readonly verdict: PaperVerdict
  /** Of at most 160 characters, as the paper writes them; empty where nothing proves anything. */
  readonly words: string
  /** Why it is neither clearly one nor the other, in a sentence without its point; null unless 'incerto'. */
  readonly doubt: string | null
  readonly rows: PaperRows
  /** What was turned down and why, as the paper writes it. */
  readonly reasons: readonly string[]
}
const nothing = 'O texto não diz se foi aceito, recusado ou só recebido'
export const emptyOutcome: PaperOutcome = {
  verdict: 'incerto',
  words: '',
  doubt: nothing,
  rows: { filed: null, refused: null, lines: [] },
  reasons: [],
}

/** Why a paper is not taken for a receipt by itself; null where it is. */
export function outcomeDoubt({ verdict, words, doubt, rows: { refused, lines } }: PaperOutcome): string | null {
  if (isReceiptVerdict(verdict)) return null
  const quoted = words ? `: “${words}”` : ''
  if (verdict === 'incerto') return `${doubt ?? nothing}${quoted}.`
  if (verdict === 'recusado') return `Parece uma recusa${quoted}.`
  const listed =
    lines.length > 1 ? ` (linhas ${join(lines.slice(0, 12).map(String))}${lines.length > 12 ? '…' : ''})` : ''
  const counted = refused ? ` ${refused} ${refused === 1 ? 'registro recusado' : 'registros recusados'}${listed}.` : ''
  return `Parece aceito só em parte${quoted}.${counted}`
}

/** What is registered as the error of what was filed: the paper's own words, of at most 2,000 characters. */
export const refusalError = ({ reasons, words }: PaperOutcome): string =>
  (reasons.length ? reasons.join('\n') : words || 'O papel da Anatel diz que foi recusado.').slice(0, 2_000)
