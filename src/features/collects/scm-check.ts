import { has, isUnusualPair, scm, type ColumnName, type Layout, type TokenColumn } from '#features/collects/layouts.ts'
import { keyOf, maxAccesses, merge, type Group } from '#features/collects/scm.ts'
import * as cells from '#features/collects/scm-cells.ts'
import type { Cell, Lookups, Rule } from '#features/collects/scm-cells.ts'

/** A row of the file as text, its cells under the layout's names. */
export interface RawRow {
  /** 1 is the header. */
  readonly line: number
  readonly cells: Readonly<Partial<Record<ColumnName, string>>>
  /** What was put right to tell its columns apart. */
  readonly mended?: string
  /** What was understood of cells not written as the layout asks. */
  readonly told?: readonly RowCorrection[]
  /** Cells that could not be understood, and why. */
  readonly unclear?: Readonly<Partial<Record<ColumnName, Extract<Cell<never>, { said: string }>>>>
  /** Its number of columns, when it is not the header's. */
  readonly width?: { readonly found: number; readonly expected: number }
}

export interface RowProblem {
  /** Null when it is about the whole row. */
  readonly column: ColumnName | null
  readonly value: string
  readonly rule: Rule
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
  readonly cells: RawRow['cells']
  /** Null when refused. */
  readonly values: Group | null
  readonly problems: readonly RowProblem[]
  readonly corrections: readonly RowCorrection[]
  /** The line of the first row with the same key. */
  readonly mergedInto?: number
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

export interface Checked {
  readonly rows: readonly CheckedRow[]
  /** What is kept: the rows not refused, merged. */
  readonly groups: readonly Group[]
  readonly summary: Summary
}

/** Judges every row of a layout; pure, so the same file and lookups always get the same verdicts. */
export function check(raw: readonly RawRow[], lookups: Lookups, layout: Layout = scm): Checked {
  const first = new Map<string, { readonly line: number; total: number }>()
  const rows = raw.map(row => placed(judge(row, lookups, layout), first))
  const groups = merge(rows.flatMap(({ values }) => (values ? [values] : [])))
  const count = (verdict: CheckedRow['verdict']) => rows.filter(row => row.verdict === verdict).length
  return {
    rows,
    groups,
    summary: {
      rows: rows.length,
      accepted: count('accepted'),
      corrected: count('corrected'),
      merged: count('merged'),
      refused: count('refused'),
      warnings: rows.reduce((sum, { problems }) => sum + problems.filter(isWarning).length, 0),
      accesses: groups.reduce((sum, { acessos }) => sum + acessos, 0),
    },
  }
}

const isWarning = ({ severity }: RowProblem) => severity === 'warning'

/** Joins a row to the first with its key, unless the sum would not fit the column. */
export function placed(row: CheckedRow, first: Map<string, { readonly line: number; total: number }>): CheckedRow {
  if (!row.values) return row
  const same = first.get(keyOf(row.values))
  if (!same) {
    first.set(keyOf(row.values), { line: row.line, total: row.values.acessos })
    return row
  }
  if (same.total + row.values.acessos > maxAccesses) {
    const said = `Somado à linha ${same.line}, passa de 8 dígitos.`
    const problem = tell(row.line, 'ACESSOS', String(row.values.acessos), 'accesses', 'error', said)
    return { ...row, verdict: 'refused', values: null, problems: [...row.problems, problem] }
  }
  same.total += row.values.acessos
  return { ...row, verdict: 'merged', mergedInto: same.line }
}

/** The verdict of one row by itself. */
export function judge(row: RawRow, lookups: Lookups, layout: Layout): CheckedRow {
  const { line } = row
  const problems: RowProblem[] = []
  const corrections: RowCorrection[] = [
    ...(row.mended ? [{ column: null, from: '', to: '', why: row.mended }] : []),
    ...(row.told ?? []),
  ]
  const refused = (): CheckedRow => ({
    line,
    verdict: 'refused',
    cells: row.cells,
    values: null,
    problems,
    corrections,
  })
  const add = (
    column: ColumnName | null,
    value: string,
    rule: Rule,
    severity: RowProblem['severity'],
    said: string,
    fix?: string,
  ) => problems.push(tell(line, column, value, rule, severity, said, fix))

  if (row.width) {
    const { found, expected } = row.width
    add(
      null,
      '',
      'columns',
      'error',
      `tem ${found} colunas; o cabeçalho tem ${expected}. Confira os separadores e as vírgulas.`,
    )
    return refused()
  }

  const read = <T extends string | number>(column: ColumnName, as: (text: string) => Cell<T>): T | null => {
    const given = row.cells[column] ?? ''
    const text = given.trim()
    if (text === '') {
      add(column, given, 'required', 'error', 'Preencha: a Anatel exige esta coluna.')
      return null
    }
    const cell = row.unclear?.[column] ?? as(text)
    if ('rule' in cell) {
      add(column, given, cell.rule, 'error', cell.said, cell.fix)
      return null
    }
    const why = cell.why ?? (text === given ? null : 'espaços retirados')
    if (why) corrections.push({ column, from: given, to: String(cell.value), why })
    return cell.value
  }
  const token = (column: TokenColumn) =>
    has(layout, column) ? read(column, text => cells.tokenCell(column, text, lookups)) : ''

  read('CNPJ', text => cells.cnpjCell(text, lookups))
  read('ANO', text => cells.yearCell(text, lookups))
  read('MES', text => cells.monthCell(text, lookups))
  const cod_ibge = read('COD_IBGE', text => cells.ibgeCell(text, lookups))
  if (has(layout, 'UF')) read('UF', text => cells.ufCell(text, cod_ibge, lookups))
  const values = whole({
    cod_ibge,
    tipo_cliente: token('TIPO_CLIENTE'),
    tipo_atendimento: token('TIPO_ATENDIMENTO'),
    tipo_meio: token('TIPO_MEIO'),
    tipo_produto: token('TIPO_PRODUTO'),
    tipo_tecnologia: token('TIPO_TECNOLOGIA'),
    velocidade: has(layout, 'VELOCIDADE') ? read('VELOCIDADE', cells.speedCell) : 0,
    acessos: read('ACESSOS', cells.accessesCell),
  })
  if (!values || problems.length) return refused()

  if (cells.looksKbps(values.velocidade))
    add(
      'VELOCIDADE',
      row.cells.VELOCIDADE ?? '',
      'speed-kbps',
      'warning',
      'Parece estar em Kbps. A coleta é em Mbps: confira.',
    )
  if (values.acessos === 0)
    add('ACESSOS', '0', 'accesses-zero', 'warning', 'Zero acessos só faz sentido em coleta zerada. Confira.')
  if (isUnusualPair(values.tipo_meio, values.tipo_tecnologia))
    add(
      'TIPO_TECNOLOGIA',
      values.tipo_tecnologia,
      'pairing',
      'warning',
      `Não é comum com o meio ${values.tipo_meio}. Confira.`,
    )
  return {
    line,
    verdict: corrections.length ? 'corrected' : 'accepted',
    cells: row.cells,
    values,
    problems,
    corrections,
  }
}

/** The record when no part of it is missing. */
function whole<T extends object>(parts: { readonly [K in keyof T]: T[K] | null }): T | null
function whole(parts: object): object | null {
  return Object.values(parts).includes(null) ? null : parts
}

function tell(
  line: number,
  column: ColumnName | null,
  value: string,
  rule: Rule,
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
