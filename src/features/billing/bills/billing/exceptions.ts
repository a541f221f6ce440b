/** Why a client is not billed for a month. */
export const exceptionKinds = {
  'ja-faturado': 'Já faturados neste mês',
  encerrado: 'Contrato encerrado',
  'sem-valor': 'Sem valor no contrato',
  'sem-dia': 'Sem dia da cobrança',
  vencido: 'Com vencimento que já passou',
  inativo: 'Clientes inativos',
  prospecto: 'Prospectos',
} as const
export type ExceptionKind = keyof typeof exceptionKinds
