/** Bills of a month fall due in it, or in the next one. */
export const dueMonths = { mesmo: 'no próprio mês', seguinte: 'no mês seguinte' } as const
export type DueMonth = keyof typeof dueMonths

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
