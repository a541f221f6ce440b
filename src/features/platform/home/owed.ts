/** What a client's own people have to do: answer a question, fill in a coleta, send a paper, pay a bill, answer a ticket. */
export const owedKinds = ['pergunta', 'coleta', 'documento', 'conta', 'chamado'] as const

/** What decides how soon a thing must be done. */
interface OwedUrgency {
  readonly kind: (typeof owedKinds)[number]
  readonly name: string
  readonly due: string | null
  readonly late: boolean
}

/** Questions first, for work waits for their answer; then what is late, then what has no day and waits meanwhile, then the nearest day. */
export const inOrder = <T extends OwedUrgency>(owed: readonly T[]): readonly T[] =>
  owed.toSorted(
    (a, b) =>
      Number(b.kind === 'pergunta') - Number(a.kind === 'pergunta') ||
      Number(b.late) - Number(a.late) ||
      (a.due ?? '').localeCompare(b.due ?? '') ||
      owedKinds.indexOf(a.kind) - owedKinds.indexOf(b.kind) ||
      a.name.localeCompare(b.name, 'pt-BR'),
  )
