import { cnpj as readCnpj, hasLetters, ufOfCity } from '#kernel/brasil.ts'
import { problem } from '#kernel/problem.ts'
import { slugOf } from '#kernel/text.ts'
import { has, headerOf, scm, type Layout, type TokenColumn } from '#features/collects/layout/layouts.ts'
import { looksKbps } from '#features/collects/layout/scm-cells.ts'
import {
  asTold,
  cells,
  isSameKey,
  maxAccesses,
  maxSpeed,
  merge,
  type Group,
  type ScmFile,
} from '#features/collects/layout/scm.ts'
import { judgeTable, ofScm } from '#features/collects/taking/scm-import.server.ts'
import { readText } from '#parts/table/text.server.ts'

export interface Written {
  readonly bytes: Uint8Array
  readonly rows: number
  readonly accesses: number
  /** What whoever files it should know; never a reason not to. */
  readonly warnings: readonly string[]
}

const bom = '\ufeff'
const end = '\r\n'

/**
 * The month's file as Anatel's Coletas takes it: UTF-8 with BOM, `;`, CRLF after every line, decimal comma, no quotes;
 * groups merged, in a stable order. Throws a 422 naming the group that cannot be written. What is returned has been read
 * again by the importer and found equal.
 */
export function writeScm(file: ScmFile, layout: Layout = scm): Written {
  const groups = merge(asTold(file.groups, layout))
  const writers = layout.columns.map(({ name }) => cells[name])
  const rows = groups.map(group => writers.map(write => write(file, group)))
  refuseUnwritable(file, groups, rows, layout)
  const lines = rows.map(row => row.join(';'))
  const bytes = new TextEncoder().encode(bom + [headerOf(layout).join(';'), ...lines, ''].join(end))
  proveEqual(bytes, file, groups, layout)
  return {
    bytes,
    rows: groups.length,
    accesses: groups.reduce((sum, { acessos }) => sum + acessos, 0),
    warnings: warningsOf(file, layout),
  }
}

/** 'DICI_MENSAL_SCM_2026-05_provedor-exemplo.csv'. No rule of the agency's: what those who file are used to. */
export const scmFileName = (
  { year, month }: Pick<ScmFile, 'year' | 'month'>,
  client: string,
  { name }: Pick<Layout, 'name'> = scm,
) => `DICI_MENSAL_${name}_${year}-${String(month).padStart(2, '0')}_${slugOf(client).slice(0, 80) || 'cliente'}.csv`

/** A file of SCM and what it is called. */
export const writeForClient = (file: ScmFile, client: string) => ({
  ...writeScm(file),
  name: scmFileName(file, client),
})

function refuseUnwritable(
  file: ScmFile,
  groups: readonly Group[],
  rows: readonly (readonly string[])[],
  layout: Layout,
): void {
  if (readCnpj(file.cnpj) !== file.cnpj)
    throw problem('invalid', 'O CNPJ do cliente não confere. Corrija o cadastro e gere de novo.')
  if (!/^\d{4}$/.test(String(file.year)) || !/^([1-9]|1[0-2])$/.test(String(file.month)))
    throw problem('invalid', 'A competência da coleta não existe.')
  if (groups.length === 0) throw problem('invalid', 'A coleta não tem acessos. A Anatel exige ao menos um registro.')
  const speeds = has(layout, 'VELOCIDADE')
  const tokenIn = unwritableOf(layout)
  for (const [at, group] of groups.entries()) {
    const token = tokenIn(rows[at] ?? [])
    const speed = speeds ? `, velocidade ${group.velocidade}` : ''
    const wrong = token
      ? `${token.column}: ${JSON.stringify(token.text)} não pode ser escrito. Corrija a sigla no cadastro.`
      : wrongWith(group, speeds)
    if (wrong) throw problem('invalid', `${wrong} Município ${group.cod_ibge}${speed}.`)
  }
}

/** The sigla of a row that keeps it from being written. */
function unwritableOf({ columns }: Layout) {
  // Files say few things, over and over: what was found writable is not looked into again.
  const known = new Set<string>()
  const isWritable = (text: string) => {
    if (!known.has(text) && /^[^\s;"'\p{Cc}]+$/u.test(text)) known.add(text)
    return known.has(text)
  }
  return (row: readonly string[]) => {
    const at = columns.findIndex(({ size }, n) => !isWritable(row[n] ?? '') || (row[n] ?? '').length > size)
    const column = columns[at]
    return column?.type === 'token' ? { column: column.name, text: row[at] ?? '' } : null
  }
}

function wrongWith({ velocidade, acessos, cod_ibge }: Group, speeds: boolean): string | null {
  if (!Number.isInteger(cod_ibge) || String(cod_ibge).length !== 7 || ufOfCity(cod_ibge) === null)
    return 'O município está sem o código do IBGE.'
  if (speeds && !(velocidade > 0 && velocidade <= maxSpeed && Math.round(velocidade * 1_000) / 1_000 === velocidade))
    return 'A velocidade deve ser maior que zero, com até 3 casas decimais.'
  if (!(Number.isInteger(acessos) && acessos >= 0 && acessos <= maxAccesses))
    return 'Os acessos devem ser um inteiro de até 8 dígitos.'
  return null
}

function proveEqual(bytes: Uint8Array, file: ScmFile, groups: readonly Group[], layout: Layout): void {
  const used = (pick: (group: Group) => string) => [...new Set(groups.map(pick))]
  const tokens: Record<TokenColumn, string[]> = {
    TIPO_CLIENTE: used(group => group.tipo_cliente),
    TIPO_ATENDIMENTO: used(group => group.tipo_atendimento),
    TIPO_MEIO: used(group => group.tipo_meio),
    TIPO_PRODUTO: used(group => group.tipo_produto),
    TIPO_TECNOLOGIA: used(group => group.tipo_tecnologia),
  }
  const codes = new Set(groups.map(({ cod_ibge }) => cod_ibge))
  const cities = new Map([...codes].map(code => [code, { name: '', uf: ufOfCity(code) ?? '' }]))
  const { cnpj, year, month } = file
  const read = judgeTable(
    readText(bytes, groups.length),
    { tokens, cities, cnpj, year, month },
    { ...ofScm, layouts: [layout], untold: true },
  )
  const same = (group: Group, at: number) => {
    const back = read.groups[at]
    return back !== undefined && isSameKey(back, group) && back.acessos === group.acessos
  }
  const flawless = read.fatal === null && read.facts?.notes.length === 0 && read.summary.accepted === groups.length
  if (!flawless || !groups.every(same)) throw new Error('The written file does not read back as what was written')
}

/** What the check of a coleta says in its own words. */
export const allZero = 'Todos os acessos são zero: é uma coleta zerada.'
/** Said of every file in a layout that was not read in Anatel's own text. */
export const unconfirmed = 'Layout não confirmado pela Anatel: confira antes de enviar.'
const warningsOf = ({ cnpj, groups }: ScmFile, layout: Layout): readonly string[] => [
  ...(layout.confirmed ? [] : [unconfirmed]),
  ...(hasLetters(cnpj)
    ? ['O CNPJ tem letras: ainda não se sabe se o Coletas da Anatel as aceita. Confira no envio.']
    : []),
  ...(has(layout, 'VELOCIDADE') && groups.some(({ velocidade }) => looksKbps(velocidade))
    ? ['Há velocidade que parece estar em Kbps. A coleta é em Mbps: confira.']
    : []),
  ...(groups.every(({ acessos }) => acessos === 0) ? [allZero] : []),
]
