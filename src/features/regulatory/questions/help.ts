interface QuestionStanding {
  readonly staff: boolean
  readonly isAnswered: boolean
  /** The coleta is with the office: its client changes nothing of it. */
  readonly isHandedOver: boolean
}

/** What comes next of an open question, to its reader. */
export function questionHelp({ staff, isAnswered, isHandedOver }: QuestionStanding): string {
  if (staff)
    return isAnswered
      ? 'Respondida: confira, e encerre quando não houver mais dúvida.'
      : 'Sem resposta ainda. Enquanto a pergunta estiver aberta, a coleta não é finalizada.'
  if (isHandedOver)
    return isAnswered
      ? 'Respondida, e a coleta foi entregue: a consultoria confere e encerra a pergunta.'
      : 'Responda aqui. A coleta já foi entregue: se for preciso mudar números, peça à consultoria que a devolva.'
  return isAnswered
    ? 'Respondida: a consultoria confere e encerra a pergunta. Se acertar números, entregue a coleta para conferência.'
    : 'Responda aqui, acerte os números abaixo, ou envie o arquivo corrigido. Depois, entregue a coleta para conferência.'
}
