import { maskCnpj } from '#kernel/brasil.ts'

/** What a paper says became of what it speaks of. */
export type PaperTruth = 'aceito' | 'recusado' | 'parcial' | 'recebido'
/** Whom a paper speaks of. */
export interface PaperOwner {
  readonly document: string
  readonly fistel: string
  readonly protocol: string
}
/** A paper made by code as agencies, banks and mails print them: no real one is in the repository. */
export interface MadePaper {
  readonly name: string
  readonly truth: PaperTruth
  /** Rows it says were filed; undefined where it says no number. */
  readonly rows?: number
  readonly lines: (of: PaperOwner) => readonly string[]
}

type Head = (of: PaperOwner) => readonly string[]
const heads = {
  coletas: ({ document, fistel, protocol }) => [
    'ANATEL - Agência Nacional de Telecomunicações',
    'Sistema Coletas - Coleta de Dados: Acessos SCM',
    `Prestadora: Rede Serra Telecom Ltda CNPJ: ${maskCnpj(document)} Fistel: ${fistel}`,
    'Competência: 07/2026',
    `Protocolo: ${protocol}`,
  ],
  tela: ({ document, fistel, protocol }) => [
    '12/08/2026, 09:41    Coletas | Anatel',
    'Início > Coletas > Acessos SCM > Histórico de envios',
    `CNPJ ${maskCnpj(document)}`,
    `Fistel ${fistel}`,
    'Mês de referência jul/2026',
    `Protocolo ${protocol}`,
  ],
  email: ({ document, fistel, protocol }) => [
    'De: naoresponda@anatel.gov.br',
    'Para: regulatorio@exemplo.com.br',
    'Enviada em: quarta-feira, 12 de agosto de 2026 09:41',
    'Assunto: [Coletas] Acessos SCM - julho de 2026',
    'Prezado(a) representante,',
    `Prestadora CNPJ ${maskCnpj(document)}, fistel ${fistel}, competência julho de 2026.`,
    `Protocolo nº ${protocol}`,
  ],
  sei: ({ document, protocol }) => [
    'SEI/ANATEL',
    `Processo nº ${protocol}`,
    `Interessado: Rede Serra Telecom Ltda, CNPJ ${maskCnpj(document)}`,
    'Assunto: Coleta de dados de acessos SCM',
    'Referência: julho de 2026',
  ],
  fust: ({ document, protocol }) => [
    'SFUST - Sistema de Arrecadação do FUST',
    `Contribuinte: Rede Serra Telecom Ltda CNPJ: ${maskCnpj(document)}`,
    'Período de apuração: 07/2026',
    `Número da declaração: ${protocol}`,
  ],
  funttel: ({ document, protocol }) => [
    'FUNTTEL - Fundo para o Desenvolvimento Tecnológico das Telecomunicações',
    `CNPJ do contribuinte: ${maskCnpj(document)}`,
    'Competência: julho/2026',
    `Recibo nº ${protocol}`,
  ],
} as const satisfies Readonly<Record<string, Head>>
export type PaperHead = keyof typeof heads

/** A paper under one of the heads; `rows` is the number of rows it says were filed. */
export const made = (
  truth: PaperTruth,
  name: string,
  head: PaperHead,
  lines: readonly string[],
  rows?: number,
): MadePaper => ({
  name,
  truth,
  ...(rows !== undefined && { rows }),
  lines: of => [...heads[head](of), ...lines],
})
