export const summaryKinds = {
  obrigacao: 'Obrigações',
  coleta: 'Coletas',
  tarefa: 'Tarefas',
  documento: 'Documentos',
} as const

/** Something of a month, done or still missing, in words a client may read. */
export interface SummaryLine {
  readonly key: string
  readonly kind: keyof typeof summaryKinds
  readonly text: string
  readonly done: boolean
}
export interface SummaryContact {
  readonly name: string
  readonly email: string
}
export interface ClientSummary {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly month: string
  readonly subject: string
  readonly lines: readonly SummaryLine[]
  readonly contacts: readonly SummaryContact[]
}

/** All but those that were left out. */
export const chosenOf = (lines: readonly SummaryLine[], left: readonly string[]) =>
  lines.filter(({ key }) => !left.includes(key))

const parts = [
  ['Feito:', true],
  ['Falta:', false],
] as const

/** Paragraphs, of what was chosen alone: what was done, then what is missing. */
export const summaryParts = (lines: readonly SummaryLine[]): readonly string[] =>
  parts.flatMap(([title, done]) => {
    const own = lines.filter(line => line.done === done)
    return own.length ? [title, ...own.map(({ text }) => `- ${text}`)] : []
  })

/** The same as plain text, to be pasted wherever the client is spoken to. */
export function summaryText(subject: string, lines: readonly SummaryLine[]): string {
  const said = summaryParts(lines).map(part => (part.startsWith('-') ? part : `\n${part}`))
  return [subject, ...said].join('\n')
}
