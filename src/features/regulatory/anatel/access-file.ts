import { ufOfCity } from '#kernel/brasil.ts'
import { problem } from '#kernel/problem.ts'
import { has, type ColumnName, type Layout } from '#features/regulatory/anatel/layouts.ts'

/** Accesses of one kind in one municipality. Texts are Anatel's tokens; fields the service's layout lacks are '', the speed 0. */
export interface AccessGroup {
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
  readonly groups: readonly AccessGroup[]
}

export const maxAccesses = 99_999_999
export const maxSpeed = 1_000_000

/** Clears the fields the layout has no column for, so that `merge` joins groups that then differ in nothing. */
export function withLayoutFields(groups: readonly AccessGroup[], layout: Layout): readonly AccessGroup[] {
  const [zone, product, technology, speed] = (
    ['TIPO_ATENDIMENTO', 'TIPO_PRODUTO', 'TIPO_TECNOLOGIA', 'VELOCIDADE'] as const
  ).map(name => has(layout, name))
  if (zone && product && technology && speed) return groups
  return groups.map(group => ({
    ...group,
    tipo_atendimento: zone ? group.tipo_atendimento : '',
    tipo_produto: product ? group.tipo_produto : '',
    tipo_tecnologia: technology ? group.tipo_tecnologia : '',
    velocidade: speed ? group.velocidade : 0,
  }))
}

/** One group per key, accesses summed, always in the same order. */
export function merge(groups: readonly AccessGroup[]): readonly AccessGroup[] {
  const merged: AccessGroup[] = []
  for (const group of ordered(groups)) {
    const same = merged.at(-1)
    if (same && isSameKey(same, group)) merged[merged.length - 1] = { ...same, acessos: same.acessos + group.acessos }
    else merged.push(group)
  }
  return merged
}

/** By the columns, from left to right. */
export const ordered = (groups: readonly AccessGroup[]): readonly AccessGroup[] => groups.toSorted(byColumns)

const byKind = (one: AccessGroup, other: AccessGroup): number =>
  one.cod_ibge - other.cod_ibge ||
  compare(one.tipo_cliente, other.tipo_cliente) ||
  compare(one.tipo_atendimento, other.tipo_atendimento) ||
  compare(one.tipo_meio, other.tipo_meio) ||
  compare(one.tipo_produto, other.tipo_produto) ||
  compare(one.tipo_tecnologia, other.tipo_tecnologia)
const byColumns = (one: AccessGroup, other: AccessGroup): number =>
  byKind(one, other) || one.velocidade - other.velocidade

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

/** Equal in all but speed and accesses. */
export const isSameKind = (one: AccessGroup, other: AccessGroup) => byKind(one, other) === 0
/** Rows equal in all but ACESSOS are one record to Anatel. */
export const isSameKey = (one: AccessGroup, other: AccessGroup) => byColumns(one, other) === 0

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
export const cells: Readonly<Record<ColumnName, (file: Omit<ScmFile, 'groups'>, group: AccessGroup) => string>> = {
  CNPJ: file => file.cnpj,
  ANO: file => String(file.year),
  MES: file => String(file.month),
  UF: (_, group) => ufOfCity(group.cod_ibge) ?? '',
  COD_IBGE: (_, group) => String(group.cod_ibge),
  TIPO_CLIENTE: (_, group) => group.tipo_cliente,
  TIPO_ATENDIMENTO: (_, group) => group.tipo_atendimento,
  TIPO_MEIO: (_, group) => group.tipo_meio,
  TIPO_PRODUTO: (_, group) => group.tipo_produto,
  TIPO_TECNOLOGIA: (_, group) => group.tipo_tecnologia,
  VELOCIDADE: (_, group) => writeSpeed(group.velocidade),
  ACESSOS: (_, group) => String(group.acessos),
}

/** The CNPJ a coleta is of, from its client's document. */
export function cnpjIn(document: string | undefined): string {
  if (document === undefined) throw problem('missing')
  if (document.length !== 14) throw problem('conflict', 'O cliente está cadastrado com CPF; a coleta é de um CNPJ.')
  return document
}
