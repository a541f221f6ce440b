import type { Tone } from '#kernel/field.ts'

/** The office sends mail for these reasons. */
export const mailKinds = {
  'lembrete-coleta': 'Lembrete de coleta',
  resumo: 'Resumo do mês',
  extrato: 'Extrato financeiro',
  cobranca: 'Aviso de vencimento',
  fatura: 'Fatura do mês',
  'resposta-chamado': 'Resposta de chamado',
  avisos: 'Resumo de avisos',
  recuperacao: 'Troca de senha',
  convite: 'Convite',
  seguranca: 'Aviso de segurança',
  teste: 'Teste',
} as const
export type MailKind = keyof typeof mailKinds

export const mailStates = {
  aguardando: 'Aguardando',
  enviando: 'Enviando',
  enviado: 'Enviado',
  recusado: 'Recusado',
  desistiu: 'Desistiu',
  dispensado: 'Dispensado',
} as const
export type MailState = keyof typeof mailStates
export const mailTones: Readonly<Record<MailState, Tone>> = {
  aguardando: 'atencao',
  enviando: 'info',
  enviado: 'ok',
  recusado: 'erro',
  desistiu: 'erro',
  dispensado: 'neutro',
}
/** It did not arrive, and nobody tries any more. */
export const undelivered = ['recusado', 'desistiu'] as const satisfies readonly MailState[]

/** A header of every mail the system sends by itself, by which a mail that comes back is recognised as a loop. */
export const ownHeader = 'X-Outorga'
