/** What a client's own people have to do: answer a question, fill in a coleta, send a paper, pay a bill, answer a ticket. */
export const owedKinds = ['pergunta', 'coleta', 'documento', 'conta', 'chamado'] as const
export type OwedKind = (typeof owedKinds)[number]

/** One thing a client owes, as the server sends it. */
export interface OwedThing {
  readonly kind: OwedKind
  /** The uuid of the coleta (also for a question about it), the type of paper, the bill or the ticket. */
  readonly uuid: string
  /** 'Pergunta sobre a coleta de out/2026', 'out/2026', 'Procuração', 'nov/2026', 'Enlace caiu'. */
  readonly name: string
  readonly client: { readonly uuid: string; readonly name: string }
  /** Of a coleta, where the client has several. */
  readonly fistel: string | null
  /** Until when, or when it ended, 'AAAA-MM-DD'; null of what has no day. */
  readonly due: string | null
  readonly late: boolean
  /** Reais, of a bill, and what its boleto is paid by. */
  readonly amount: number | null
  readonly bar_code: string | null
}

/** Questions first, for work waits for their answer; then what is late, then what has no day and waits meanwhile, then the nearest day. */
export const inOrder = (owed: readonly OwedThing[]): readonly OwedThing[] =>
  owed.toSorted(
    (a, b) =>
      Number(b.kind === 'pergunta') - Number(a.kind === 'pergunta') ||
      Number(b.late) - Number(a.late) ||
      (a.due ?? '').localeCompare(b.due ?? '') ||
      owedKinds.indexOf(a.kind) - owedKinds.indexOf(b.kind) ||
      a.name.localeCompare(b.name, 'pt-BR'),
  )
