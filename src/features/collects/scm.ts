import { ufOfCity } from '#kernel/brasil.ts'
import { has, type ColumnName, type Layout } from '#features/collects/layouts.ts'

/**
 * Accesses of one kind in one municipality. The texts are the tokens Anatel writes; what the service's layout does not
 * tell is '' and, of the speed, 0.
 */
export interface Group {
  /** IBGE's seven digits. */
  readonly cod_ibge: number
  readonly tipo_cliente: string
  readonly tipo_atendimento: string
  readonly tipo_meio: string
  readonly tipo_produto: string
  readonly tipo_tecnologia: string
  /** Mbps, at most three decimals. */
  readonly velocidade: number
  readonly acessos: number
}

/** What one provider files for one month. */
export interface ScmFile {
  /** As stored: 14 characters, no punctuation. */
  readonly cnpj: string
  readonly year: number
  readonly month: number
  readonly groups: readonly Group[]
}

export const maxAccesses = 99_999_999
export const maxSpeed = 1_000_000

/** What tells one group from another, in the order of the columns. */
const parts = [
  'cod_ibge',
  'tipo_cliente',
  'tipo_atendimento',
  'tipo_meio',
  'tipo_produto',
  'tipo_tecnologia',
  'velocidade',
] as const satisfies readonly (keyof Group)[]

/** The group as a layout tells it: what it has no column for is left out, so that what it cannot tell apart is one. */
export const asTold = (group: Group, layout: Layout): Group => ({
  ...group,
  tipo_atendimento: has(layout, 'TIPO_ATENDIMENTO') ? group.tipo_atendimento : '',
  tipo_produto: has(layout, 'TIPO_PRODUTO') ? group.tipo_produto : '',
  tipo_tecnologia: has(layout, 'TIPO_TECNOLOGIA') ? group.tipo_tecnologia : '',
  velocidade: has(layout, 'VELOCIDADE') ? group.velocidade : 0,
})

/** Rows equal in all but ACESSOS are one record to Anatel. */
export const keyOf = (group: Group) => parts.map(part => group[part]).join(';')

/** One group per key, accesses summed, always in the same order. */
export function merge(groups: readonly Group[]): readonly Group[] {
  const merged = new Map<string, Group>()
  for (const group of groups) {
    const key = keyOf(group)
    const same = merged.get(key)
    merged.set(key, same ? { ...same, acessos: same.acessos + group.acessos } : group)
  }
  return ordered([...merged.values()])
}

/** By the columns, from left to right. */
export const ordered = (groups: readonly Group[]): readonly Group[] => groups.toSorted(byColumns)

function byColumns(one: Group, other: Group): number {
  for (const part of parts) if (one[part] !== other[part]) return one[part] < other[part] ? -1 : 1
  return 0
}

/**
 * Mbps with a comma and no dot: 0.5 → '0,5'. Three decimals after a whole part get a fourth, '2,0480', so that nobody
 * takes '2,048' for two thousand with its thousands marked.
 */
export function writeSpeed(mbps: number): string {
  const written = String(mbps).replace('.', ',')
  return /^[1-9]\d*,\d{3}$/.test(written) ? `${written}0` : written
}

/**
 * A group's cells, as the file writes them. MES goes without a leading zero: the layout has it as an integer of "up to"
 * two digits, and the files consultancies send today have it so.
 */
export const cellsOf = (
  { cnpj, year, month }: Omit<ScmFile, 'groups'>,
  group: Group,
): Readonly<Record<ColumnName, string>> => ({
  CNPJ: cnpj,
  ANO: String(year),
  MES: String(month),
  UF: ufOfCity(group.cod_ibge) ?? '',
  COD_IBGE: String(group.cod_ibge),
  TIPO_CLIENTE: group.tipo_cliente,
  TIPO_ATENDIMENTO: group.tipo_atendimento,
  TIPO_MEIO: group.tipo_meio,
  TIPO_PRODUTO: group.tipo_produto,
  TIPO_TECNOLOGIA: group.tipo_tecnologia,
  VELOCIDADE: writeSpeed(group.velocidade),
  ACESSOS: String(group.acessos),
})
