import { databaseProblem } from '#server/database/errors.ts'

/** Explains disk errors to administrators, by the system's code. */
const disk: Readonly<Record<string, string>> = {
  EACCES: 'Sem permissão para usar um arquivo ou pasta',
  EPERM: 'Sem permissão para usar um arquivo ou pasta',
  EROFS: 'O disco só aceita leituras',
  ENOENT: 'Um arquivo ou pasta não está onde devia',
  ENOTEMPTY: 'Uma pasta não está vazia',
  EIO: 'O disco falhou',
  EMFILE: 'Há arquivos demais abertos',
  ESTALE: 'A pasta da rede não responde',
  EXDEV: 'As pastas estão em discos diferentes',
}

/** Why something failed, in words for administrators, who may read details that other users may not. */
export function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (disk[code]) return `${disk[code]} (${said}).`
  const known = databaseProblem(error)
  if (known.kind === 'internal') return said
  return known === error || known.message === said ? known.message : `${known.message} (${said})`
}
