import type { Tone } from '#kernel/field.ts'

/** What comes of a line of a return. */
export const returnVerdicts = {
  recebe: 'Recebimento',
  registra: 'Registro',
  recusa: 'Recusa',
  baixa: 'Baixa no banco',
  vencimento: 'Novo vencimento',
  informa: 'Só informa',
  repetida: 'Já processada',
  conflito: 'A conferir',
  'sem-boleto': 'Sem boleto aqui',
  'outra-conta': 'De outra conta',
  ilegivel: 'Ilegível',
  estorno: 'Devolvido ao pagador',
} as const
export type ReturnVerdict = keyof typeof returnVerdicts
export const verdictTones: Readonly<Record<ReturnVerdict, Tone>> = {
  recebe: 'ok',
  registra: 'ok',
  recusa: 'erro',
  baixa: 'atencao',
  vencimento: 'ok',
  informa: 'neutro',
  repetida: 'neutro',
  conflito: 'atencao',
  'sem-boleto': 'erro',
  'outra-conta': 'erro',
  ilegivel: 'erro',
  estorno: 'erro',
}
/** What *Aplicar* writes. */
export const applied: ReadonlySet<ReturnVerdict> = new Set(['recebe', 'registra', 'recusa', 'baixa', 'vencimento'])
