import type { Tone } from '#kernel/field.ts'

/** External services are of these kinds; on the wire a kind is its index here, from 1. */
export const integrationTypes = {
  cadastro: 'Cadastro de empresas',
  cep: 'Endereços por CEP',
  mapa: 'Mapas e lugares',
  anatel: 'Anatel',
  aviso: 'Avisos',
  nota: 'Notas fiscais',
  banco: 'Bancos',
} as const
export type IntegrationType = keyof typeof integrationTypes

/** Every external service is listed, in the order shown to users. */
export const integrationNames = {
  cnpja: 'CNPJá',
  brasilapi: 'BrasilAPI',
  viacep: 'ViaCEP',
  lugares: 'Busca de lugares',
  anatel: 'Arquivo de prestadoras da Anatel',
  email: 'E-mail',
  links: 'Conferência de links',
  'nfse-local': 'Emissor de notas da casa',
  'nfse-nacional': 'Emissor nacional da NFS-e',
  asaas: 'Asaas',
  'asaas-cobranca': 'Boletos pelo Asaas',
  'bb-cobranca': 'Boletos pelo Banco do Brasil',
  webhook: 'Webhooks',
} as const
export type IntegrationKey = keyof typeof integrationNames
export const isIntegration = (key: unknown): key is IntegrationKey => typeof key === 'string' && key in integrationNames
export const typeOfIntegration: Readonly<Record<IntegrationKey, IntegrationType>> = {
  cnpja: 'cadastro',
  brasilapi: 'cadastro',
  viacep: 'cep',
  lugares: 'mapa',
  anatel: 'anatel',
  email: 'aviso',
  links: 'aviso',
  'nfse-local': 'nota',
  'nfse-nacional': 'nota',
  asaas: 'nota',
  'asaas-cobranca': 'banco',
  'bb-cobranca': 'banco',
  webhook: 'aviso',
}

/** A name for a field where the receiver decides what it is called: up to 64 ASCII letters, digits and `_ - .`, a letter first. */
export const isMappedName = (text: string) => /^[a-zA-Z][\w.-]{0,63}$/.test(text)

/** What goes out and is tried until it arrives, one question whose answer somebody waited for, or the notice of a change to a webhook. */
export const conversationKinds = { envio: 'Envio', consulta: 'Consulta', aviso: 'Webhook' } as const

export const queueStates = {
  pendente: 'Pendente',
  processando: 'Processando',
  enviado: 'Enviado',
  falhou: 'Falhou',
  cancelado: 'Cancelado',
  // Of a question: nobody waits any more, and nothing is tried again.
  'sem-resposta': 'Sem resposta',
} as const
export type QueueState = keyof typeof queueStates
export const queueTones: Readonly<Record<QueueState, Tone>> = {
  pendente: 'atencao',
  processando: 'info',
  enviado: 'ok',
  falhou: 'erro',
  cancelado: 'neutro',
  'sem-resposta': 'atencao',
}

/** How one line of an item's record went. */
export const logOutcomes = {
  conversa: 'Conversa',
  enviado: 'Enviado',
  pendente: 'Adiado',
  falhou: 'Falhou',
  interrompido: 'Interrompido',
  pedido: 'Pedido',
} as const
export type LogOutcome = keyof typeof logOutcomes
