import type { Field, Format, Kind } from '#kernel/field.ts'
import { comparableText } from '#kernel/text.ts'
import { keysAt } from '#features/regulatory/intake/mapping.ts'
import { columnsGuessed } from '#features/platform/imports/section/header.ts'
import {
  columnAt,
  isNeeded,
  type TemplateColumn,
  type ImportSection,
} from '#features/platform/imports/section/section.ts'

/** How each kind is written in a cell. */
const cellExamples = {
  text: ({ options: { format, max } }) =>
    (format ? formatSaid[format] : undefined) ?? `Texto de até ${max ?? 255} caracteres`,
  longtext: () => 'Texto',
  richtext: () => 'Texto',
  integer: () => 'Número inteiro',
  decimal: () => 'Número, com vírgula',
  money: () => 'Valor em reais, como 1.234,56',
  percent: () => 'Porcentagem, como 18 ou 18,5',
  flag: () => 'Sim ou Não',
  date: () => 'Data, dd/mm/aaaa',
  instant: () => '',
  choice: ({ options: { choices = {} } }) => `Um destes: ${Object.values(choices).join(', ')}`,
  ref: () => 'O nome ou o código, como no cadastro',
  words: () => 'Palavras separadas por vírgula',
  metas: () => '',
  many: () => '',
} satisfies Record<Kind, (field: Field) => string>

const formatSaid: Partial<Readonly<Record<Format, string>>> = {
  email: 'E-mail',
  url: 'Endereço da internet',
  document: 'CPF ou CNPJ, com ou sem pontuação',
  cnpj: 'CNPJ, com ou sem pontuação',
  phone: 'Telefone com DDD',
  zipcode: 'CEP, 8 dígitos',
  fistel: 'Fistel, 11 dígitos',
  uf: 'Sigla do estado',
}

/** The header as the template writes it: what must be filled in has an asterisk. */
export const columnTitle = (column: TemplateColumn) => `${column.label}${isNeeded(column) ? ' *' : ''}`

/** The columns of a template: what belongs to staff is left out for others, and so is the code, which nobody invents. */
export const columnsOffered = ({ columns }: ImportSection, outside: boolean) =>
  columns.filter(({ key, field }) => key !== 'id' && !(outside && field.options.internal))

/** A line for each column: how it is filled in. */
export const linesOfHelp = (section: ImportSection, outside: boolean): readonly (readonly string[])[] =>
  columnsOffered(section, outside).map(column => [
    column.label,
    isNeeded(column) ? 'Sim' : column.neededBut ? `Sim, menos em ${column.neededBut}` : 'Não',
    column.help ?? cellExamples[column.field.kind](column.field),
    column.example,
  ])

/** Returns a test for rows that repeat the template's example, which belongs to nobody. */
export function exampleIn(section: ImportSection, header: readonly string[]): (cells: readonly string[]) => boolean {
  const told = keysAt({ columns: columnsGuessed(header, section.columns) }, header).flatMap((key, at) => {
    const column = key === null ? undefined : columnAt(section, key)
    return column?.example ? [{ at, example: comparableText(column.example) }] : []
  })
  return cells => told.length > 2 && told.every(({ at, example }) => comparableText(cells[at] ?? '') === example)
}
