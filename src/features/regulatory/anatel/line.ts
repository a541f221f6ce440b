import { isUnusualPair, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { looksKbps, type CellRule } from '#features/regulatory/anatel/cells.ts'
import { maxAccesses, maxSpeed, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'

// What is wrong and what is strange in a line of accesses, in one way whether it came in a file or was typed.

export interface Remark {
  readonly column: ColumnName
  readonly rule: CellRule
  readonly said: string
}

export const missing = 'Preencha: a Anatel exige esta coluna.'
export const withoutSigla = (name: string, column: ColumnName) =>
  `“${name}” está sem a sigla que vai na coluna ${column}.`
export const unwritableToken = (token: string) => `${JSON.stringify(token)} não pode ser escrito.`

/** Whether a sigla fits its column, and can neither end a cell nor be taken for a quoted one. */
export const isWritable = (token: string, size: number) => token.length <= size && /^[^\s;"'\p{Cc}]+$/u.test(token)

/** Returns why a line's figures cannot be written, or null. `speeds`: its layout has them. */
export function wrongIn(
  { velocidade, acessos }: Pick<AccessGroup, 'velocidade' | 'acessos'>,
  speeds: boolean,
): Remark | null {
  if (speeds && !(velocidade > 0 && velocidade <= maxSpeed && Math.round(velocidade * 1_000) / 1_000 === velocidade))
    return {
      column: 'VELOCIDADE',
      rule: 'speed',
      said: 'A velocidade deve ser maior que zero, com até 3 casas decimais.',
    }
  if (!(Number.isInteger(acessos) && acessos >= 0 && acessos <= maxAccesses))
    return { column: 'ACESSOS', rule: 'accesses', said: 'Os acessos devem ser um inteiro de até 8 dígitos.' }
  return null
}

/** What is strange in a line that is right. */
export function doubtsOf({
  velocidade,
  acessos,
  tipo_meio,
  tipo_tecnologia,
}: Pick<AccessGroup, 'velocidade' | 'acessos' | 'tipo_meio' | 'tipo_tecnologia'>): readonly Remark[] {
  const found: Remark[] = []
  if (looksKbps(velocidade))
    found.push({
      column: 'VELOCIDADE',
      rule: 'speed-kbps',
      said: 'Parece estar em Kbps. A coleta é em Mbps: confira.',
    })
  if (acessos === 0)
    found.push({
      column: 'ACESSOS',
      rule: 'accesses-zero',
      said: 'Zero acessos só faz sentido em coleta zerada. Confira.',
    })
  if (isUnusualPair(tipo_meio, tipo_tecnologia))
    found.push({
      column: 'TIPO_TECNOLOGIA',
      rule: 'pairing',
      said: `Não é comum com o meio ${tipo_meio}. Confira.`,
    })
  return found
}
