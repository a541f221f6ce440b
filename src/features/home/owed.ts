/** What a client's own people have to do: fill in a coleta, send a paper, pay a bill, answer a ticket. */
export const owedKinds = ['coleta', 'documento', 'conta', 'chamado'] as const
export type OwedKind = (typeof owedKinds)[number]

/** One thing a client owes, as the server tells it. */
export interface OwedThing {
  readonly kind: OwedKind
  /** Of the coleta, the type of paper, the bill or the ticket. */
  readonly uuid: string
  /** 'out/2026', 'Procuração', 'nov/2026', 'Enlace caiu'. */
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

/** What is late first, then what has no day and waits meanwhile, then the nearest day. */
export const inOrder = (owed: readonly OwedThing[]): readonly OwedThing[] =>
  owed.toSorted(
    (a, b) =>
      Number(b.late) - Number(a.late) ||
      (a.due ?? '').localeCompare(b.due ?? '') ||
      owedKinds.indexOf(a.kind) - owedKinds.indexOf(b.kind) ||
      a.name.localeCompare(b.name, 'pt-BR'),
  )
