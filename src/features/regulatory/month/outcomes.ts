/** A fistel's month ends in one of these; letters show it in grey. */
export const outcomes = {
  prazo: { letter: 'P', name: 'No prazo', tone: 'ok' },
  atrasada: { letter: 'E', name: 'Entregue em atraso', tone: 'atencao' },
  ausente: { letter: 'A', name: 'Ausente', tone: 'erro' },
  zerada: { letter: 'Z', name: 'Zerada', tone: 'info' },
  dispensada: { letter: 'D', name: 'Dispensada', tone: 'neutro' },
  aberta: { letter: '…', name: 'Ainda no prazo', tone: 'neutro' },
  'nao-esperada': { letter: '–', name: 'Não esperada', tone: 'neutro' },
} as const
export type MonthOutcome = keyof typeof outcomes
