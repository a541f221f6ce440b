/** What the house does by itself, as the screen shows it. Instants are ISO 8601. */
export interface ChoreState {
  readonly name: string
  readonly title: string
  readonly about: string
  /** Minutes between two runs. */
  readonly every: number
  readonly running: boolean
  readonly next_at: string
  readonly started_at: string | null
  readonly succeeded_at: string | null
  readonly failed_at: string | null
  readonly error: string | null
  readonly said: string | null
  readonly asked_by: string | null
}
export interface TableSize {
  readonly name: string
  readonly title: string | null
  /** As the database estimates them; null where it never counted. */
  readonly rows: number | null
  readonly bytes: number
}
/** What there is of one kind in the data folder. */
export interface Heap {
  readonly name: string
  readonly files: number
  /** null for files that are not there. */
  readonly bytes: number | null
}
export interface Maintenance {
  readonly installation: string
  readonly database_bytes: number
  readonly chores: readonly ChoreState[]
  readonly tables: readonly TableSize[]
  /** As it was when it was last counted; null before. */
  readonly folder: { readonly at: string; readonly heaps: readonly Heap[] } | null
}

/** What the folder is counted in, in the order it is told, and what each is. */
export const heaps: Readonly<Record<string, { readonly label: string; readonly about: string }>> = {
  documents: { label: 'Documentos', about: 'Têm registro no banco de dados, em uso ou excluído.' },
  loose: {
    label: 'Enviados há pouco ou sem registro',
    about: 'Vão para a lixeira um dia depois, se ninguém os nomear.',
  },
  unknown: { label: 'Desconhecidos', about: 'O banco de dados não sabe de quem são. Ninguém mexe neles.' },
  missing: { label: 'Faltando', about: 'Há registro, e o arquivo não está na pasta: confira a cópia de segurança.' },
  bin: { label: 'Lixeira', about: 'Ficam 30 dias, e voltam se um registro os nomear.' },
  spools: { label: 'Em curso', about: 'Exportações sendo escritas.' },
  letters: { label: 'Mensagens', about: 'E-mails gravados em arquivo, por falta de servidor de e-mail.' },
}
