import { has, type ColumnName, type Layout, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { doubtsOf, missing } from '#features/regulatory/anatel/line.ts'
import { onceEach } from '#parts/table/once.ts'
import * as cells from '#features/regulatory/anatel/cells.ts'
import type { CellReading, Lookups, CellRule } from '#features/regulatory/anatel/cells.ts'
import { maxAccesses, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'

/** A row of the file as text. */
export interface RawRow {
  /** 1 is the header. */
  readonly line: number
  /** In the order of the layout's columns. */
  readonly cells: readonly (string | undefined)[]
  /** Names the repair that separated its columns. */
  readonly mended?: string
  /** What was understood of cells not written as the layout asks. */
  readonly told?: readonly RowCorrection[]
  /** Cells that could not be understood, and why. */
  readonly unclear?: Readonly<Partial<Record<ColumnName, Extract<CellReading<never>, { said: string }>>>>
  /** Its number of columns, when it is not the header's. */
  readonly width?: { readonly found: number; readonly expected: number }
}

export interface RowProblem {
  /** Null when it is about the whole row. */
  readonly column: ColumnName | null
  readonly value: string
  readonly rule: CellRule
  /** A warning never refuses its row. */
  readonly severity: 'error' | 'warning'
  /** 'Linha 14, VELOCIDADE: veio 0.5. Use vírgula: 0,5.' */
  readonly message: string
  /** What to write instead, when there is one sure thing. */
  readonly fix?: string
}

export interface RowCorrection {
  readonly column: ColumnName | null
  readonly from: string
  readonly to: string
  readonly why: string
}

export interface CheckedRow {
  readonly line: number
  readonly verdict: 'accepted' | 'corrected' | 'merged' | 'refused'
  readonly cells: Readonly<Partial<Record<ColumnName, string>>>
  /** Null when refused. */
  readonly values: AccessGroup | null
  readonly problems: readonly RowProblem[]
  readonly corrections: readonly RowCorrection[]
  /** The line of the first row with the same key. */
  readonly mergedInto?: number
}

/** A judged row before its cells get their columns' names. */
export interface JudgedRow extends Omit<CheckedRow, 'cells'> {
  readonly cells: RawRow['cells']
}

/** Names a judged row's cells by the layout's columns. */
export function namedCells(row: JudgedRow, { columns }: Layout): CheckedRow {
  const cells: Partial<Record<ColumnName, string>> = {}
  for (const [at, { name }] of columns.entries()) {
    const cell = row.cells[at]
    if (cell !== undefined) cells[name] = cell
  }
  const { line, verdict, values, problems, corrections, mergedInto } = row
  return { line, verdict, cells, values, problems, corrections, ...(mergedInto !== undefined && { mergedInto }) }
}

export interface Summary {
  readonly rows: number
  readonly accepted: number
  readonly corrected: number
  readonly merged: number
  readonly refused: number
  readonly warnings: number
  /** Of the rows that were not refused. */
  readonly accesses: number
}

/** Rows of one key as one record: the line of the first, what it says, and the accesses of all. */
export interface Joined {
  readonly line: number
  readonly values: AccessGroup
  total: number
}

/** The records of a file, by kind and speed: a file says few kinds over and over, and a key of each row would fill the memory. */
export class Merging {
  readonly #kinds = new Map<string, Map<number, Joined>>()

  get all(): readonly Joined[] {
    return [...this.#kinds.values()].flatMap(speeds => [...speeds.values()])
  }

  /** The record a row belongs to; undefined for the first of one, which begins it. */
  join(line: number, values: AccessGroup): Joined | undefined {
    const { cod_ibge, tipo_cliente, tipo_atendimento, tipo_meio, tipo_produto, tipo_tecnologia } = values
    const kind = [cod_ibge, tipo_cliente, tipo_atendimento, tipo_meio, tipo_produto, tipo_tecnologia].join(';')
    const speeds = this.#kinds.get(kind) ?? new Map<number, Joined>()
    const same = speeds.get(values.velocidade)
    if (!same) this.#kinds.set(kind, speeds.set(values.velocidade, { line, values, total: values.acessos }))
    return same
  }
}

/** Names a line in messages, as in '14'. */
type LineName = (line: number) => string

/** Joins a row to the first with its key, unless the sum would not fit the column. */
export function placed(row: JudgedRow, merging: Merging, nameOf: LineName = String): JudgedRow {
  const { line, cells, values, problems, corrections } = row
  if (!values) return row
  const same = merging.join(line, values)
  if (!same) return row
  if (same.total + values.acessos > maxAccesses) {
    const said = `Somado à linha ${nameOf(same.line)}, passa de 8 dígitos.`
    const problem = tell(nameOf(line), 'ACESSOS', String(values.acessos), 'accesses', 'error', said)
    return { ...row, verdict: 'refused', values: null, problems: [...problems, problem] }
  }
  same.total += values.acessos
  return { line, verdict: 'merged', cells, values, problems, corrections, mergedInto: same.line }
}

/** A cell as it was read, and what was put right in it. */
interface ReadCell<T> {
  readonly cell: CellReading<T>
  readonly correction: RowCorrection | null
}
interface ReadColumn<T> {
  readonly name: ColumnName
  /** Where it is in the layout; -1 when it is not. */
  readonly at: number
  /** What is read where there is nothing. */
  readonly none: T
  readonly read: (given: string) => ReadCell<T>
}

const empty = { rule: 'required', said: missing } as const

function readCell<T>(column: ColumnName, given: string, as: (text: string) => CellReading<T>): ReadCell<T> {
  const text = given.trim()
  const cell = text === '' ? empty : as(text)
  if ('rule' in cell) return { cell, correction: null }
  const why = cell.why ?? (text === given ? undefined : 'espaços retirados')
  return { cell, correction: why === undefined ? null : { column, from: given, to: String(cell.value), why } }
}

/** How each column of a layout is read: what a text says is found out once. */
function columnsOf(lookups: Lookups, layout: Layout) {
  const column = <T>(name: ColumnName, none: T, as: (text: string) => CellReading<T>): ReadColumn<T> => ({
    name,
    at: layout.columns.findIndex(each => each.name === name),
    none,
    read: onceEach(given => readCell(name, given, as)),
  })
  const token = (name: TokenColumn) => column(name, '', text => cells.tokenCell(name, text, lookups))
  return {
    cnpj: column('CNPJ', '', text => cells.cnpjCell(text, lookups)),
    year: column('ANO', 0, text => cells.yearCell(text, lookups)),
    month: column('MES', 0, text => cells.monthCell(text, lookups)),
    cod_ibge: column('COD_IBGE', 0, text => cells.ibgeCell(text, lookups)),
    // What it says is judged with the municipality beside it.
    uf: onceEach(ibge => column('UF', '', text => cells.ufCell(text, Number(ibge) || null, lookups))),
    tipo_cliente: token('TIPO_CLIENTE'),
    tipo_atendimento: token('TIPO_ATENDIMENTO'),
    tipo_meio: token('TIPO_MEIO'),
    tipo_produto: token('TIPO_PRODUTO'),
    tipo_tecnologia: token('TIPO_TECNOLOGIA'),
    velocidade: column('VELOCIDADE', 0, cells.speedCell),
    acessos: column('ACESSOS', 0, cells.accessesCell),
  }
}

/** Judges rows of a layout, each by itself. */
export function judgeOf(lookups: Lookups, layout: Layout, nameOf: LineName = String): (row: RawRow) => JudgedRow {
  const columns = columnsOf(lookups, layout)
  const hasState = has(layout, 'UF')
  return row => {
    const { line } = row
    const problems: RowProblem[] = []
    const corrections: RowCorrection[] = []
    const judged = (verdict: JudgedRow['verdict'], values: AccessGroup | null): JudgedRow => ({
      line,
      verdict,
      cells: row.cells,
      values,
      problems,
      corrections,
    })
    if (row.mended) corrections.push({ column: null, from: '', to: '', why: row.mended })
    if (row.told) corrections.push(...row.told)
    if (row.width) {
      const { found, expected } = row.width
      const said = `tem ${found} colunas; o cabeçalho tem ${expected}. Confira os separadores e as vírgulas.`
      problems.push(tell(nameOf(line), null, '', 'columns', 'error', said))
      return judged('refused', null)
    }

    /** Reads a cell and records its problem or correction; an unreadable one yields `none`. */
    const read = <T>(column: ReadColumn<T>): T => {
      if (column.at < 0) return column.none
      const given = row.cells[column.at] ?? ''
      const { cell, correction } = column.read(given)
      const unclear = row.unclear && given.trim() !== '' ? row.unclear[column.name] : undefined
      const refusal = unclear ?? ('rule' in cell ? cell : null)
      if (refusal)
        problems.push(tell(nameOf(line), column.name, given, refusal.rule, 'error', refusal.said, refusal.fix))
      else if (correction) corrections.push(correction)
      return 'value' in cell ? cell.value : column.none
    }

    read(columns.cnpj)
    read(columns.year)
    read(columns.month)
    const cod_ibge = read(columns.cod_ibge)
    if (hasState) read(columns.uf(String(cod_ibge)))
    const values: AccessGroup = {
      cod_ibge,
      tipo_cliente: read(columns.tipo_cliente),
      tipo_atendimento: read(columns.tipo_atendimento),
      tipo_meio: read(columns.tipo_meio),
      tipo_produto: read(columns.tipo_produto),
      tipo_tecnologia: read(columns.tipo_tecnologia),
      velocidade: read(columns.velocidade),
      acessos: read(columns.acessos),
    }
    if (problems.length) return judged('refused', null)
    const given = row.cells[columns.velocidade.at] ?? ''
    const texts: Readonly<Partial<Record<ColumnName, string>>> = {
      VELOCIDADE: given,
      ACESSOS: '0',
      TIPO_TECNOLOGIA: values.tipo_tecnologia,
    }
    for (const { column, rule, said } of doubtsOf(values))
      problems.push(tell(nameOf(line), column, texts[column] ?? '', rule, 'warning', said))
    return judged(corrections.length ? 'corrected' : 'accepted', values)
  }
}

function tell(
  line: string,
  column: ColumnName | null,
  value: string,
  rule: CellRule,
  severity: RowProblem['severity'],
  said: string,
  fix?: string,
): RowProblem {
  const where = column ? `Linha ${line}, ${column}` : `Linha ${line}`
  const came =
    column === null
      ? ' '
      : value.trim() === ''
        ? ': veio vazio. '
        : `: veio ${value}${/^\p{Lu}/u.test(said) ? '. ' : ', que '}`
  return { column, value, rule, severity, message: `${where}${came}${said}`, ...(fix !== undefined && { fix }) }
}
