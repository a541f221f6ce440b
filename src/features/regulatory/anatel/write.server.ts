import { cnpj as readCnpj, hasLetters, ufOfCity } from '#kernel/brasil.ts'
import { problem } from '#kernel/problem.ts'
import { slugOf } from '#kernel/text.ts'
import {
  has,
  headerOf,
  scm,
  tokenColumns,
  type LayoutColumn,
  type Layout,
  type TokenColumn,
} from '#features/regulatory/anatel/layouts.ts'
import { isWritable, unwritableToken, wrongIn } from '#features/regulatory/anatel/line.ts'
import { looksKbps, type Lookups } from '#features/regulatory/anatel/cells.ts'
import {
  withLayoutFields,
  cells,
  isSameKind,
  merge,
  type AccessGroup,
  type ScmFile,
} from '#features/regulatory/anatel/access-file.ts'
import { readsAs } from '#features/regulatory/anatel/prove.server.ts'

export interface WrittenFile {
  readonly bytes: Uint8Array
  readonly rows: number
  readonly accesses: number
  /** Warns the user who files it; never blocks the file. */
  readonly warnings: readonly string[]
}

const bom = '\ufeff'
const end = '\r\n'

/**
 * The month's file as Anatel's Coletas takes it: UTF-8 with BOM, `;`, CRLF after every line, decimal comma, no quotes;
 * groups merged, in a stable order. Throws a 422 naming the group that cannot be written. What is returned has been read
 * again by the importer and found equal.
 */
export function writeScm(file: ScmFile, layout: Layout = scm): WrittenFile {
  const groups = merge(withLayoutFields(file.groups, layout))
  const used = tokensIn(file, firstOfKinds(groups))
  refuseUnwritable(file, groups, used, layout)
  const lines = linesOf(file, groups, layout)
  const bytes = new TextEncoder().encode(bom + [headerOf(layout).join(';'), ...lines, ''].join(end))
  proveEqual(bytes, file, groups, used, layout)
  return {
    bytes,
    rows: groups.length,
    accesses: groups.reduce((sum, { acessos }) => sum + acessos, 0),
    warnings: warningsOf(file, layout),
  }
}

/** Groups come sorted by kind: the first of each has all its siglas. */
const firstOfKinds = (groups: readonly AccessGroup[]) =>
  groups.filter((group, at) => {
    const before = groups[at - 1]
    return !before || !isSameKind(before, group)
  })

/** Groups come in order, kind after kind: what the lines of one have in common is written once. */
function linesOf(file: ScmFile, groups: readonly AccessGroup[], { columns }: Layout): readonly string[] {
  const isOwn = ({ name }: LayoutColumn) => name === 'VELOCIDADE' || name === 'ACESSOS'
  const own = columns.findIndex(isOwn)
  const writersOf = (some: readonly LayoutColumn[]) => some.map(({ name }) => cells[name])
  const [common, last] = [writersOf(columns.slice(0, own)), writersOf(columns.slice(own))]
  let before: AccessGroup | undefined
  let begin = ''
  return groups.map(group => {
    if (!before || !isSameKind(before, group)) begin = common.map(write => write(file, group)).join(';')
    before = group
    let line = begin
    for (const write of last) line += `;${write(file, group)}`
    return line
  })
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

type TokenLists = Lookups['tokens']
/** The siglas groups say: files say few, over and over. */
function tokensIn(file: ScmFile, groups: readonly AccessGroup[]): TokenLists {
  const used = (column: TokenColumn) => {
    const [write, found] = [cells[column], new Set<string>()]
    for (const group of groups) found.add(write(file, group))
    return [...found]
  }
  return {
    TIPO_CLIENTE: used('TIPO_CLIENTE'),
    TIPO_ATENDIMENTO: used('TIPO_ATENDIMENTO'),
    TIPO_MEIO: used('TIPO_MEIO'),
    TIPO_PRODUTO: used('TIPO_PRODUTO'),
    TIPO_TECNOLOGIA: used('TIPO_TECNOLOGIA'),
  }
}

/** Throws a 422 for a CNPJ whose digits do not check. */
export function refuseWrongCnpj(cnpj: string): void {
  if (readCnpj(cnpj) !== cnpj)
    throw problem('invalid', 'O CNPJ do cliente não confere. Corrija o cadastro e gere de novo.')
}

function refuseUnwritable(file: ScmFile, groups: readonly AccessGroup[], tokens: TokenLists, layout: Layout): void {
  refuseWrongCnpj(file.cnpj)
  if (!/^\d{4}$/.test(String(file.year)) || !/^([1-9]|1[0-2])$/.test(String(file.month)))
    throw problem('invalid', 'A competência da coleta não existe.')
  if (groups.length === 0) throw problem('invalid', 'A coleta não tem acessos. A Anatel exige ao menos um registro.')
  const speeds = has(layout, 'VELOCIDADE')
  const refuse = (wrong: string, { cod_ibge, velocidade }: AccessGroup) =>
    problem('invalid', `${wrong} Município ${cod_ibge}${speeds ? `, velocidade ${velocidade}` : ''}.`)
  for (const name of tokenColumns) {
    const column = layout.columns.find(each => each.name === name)
    const token = column && tokens[name].find(text => !isWritable(text, column.size))
    if (token === undefined) continue
    const group = groups.find(each => cells[name](file, each) === token)
    if (group) throw refuse(`${name}: ${unwritableToken(token)} Corrija a sigla no cadastro.`, group)
  }
  let place: number | undefined
  for (const group of groups) {
    if (group.cod_ibge !== place && !isCode(group.cod_ibge))
      throw refuse('O município está sem o código do IBGE.', group)
    place = group.cod_ibge
    const wrong = wrongIn(group, speeds)
    if (wrong) throw refuse(wrong.said, group)
  }
}

const isCode = (ibge: number) => Number.isInteger(ibge) && String(ibge).length === 7 && ufOfCity(ibge) !== null

function proveEqual(
  bytes: Uint8Array,
  file: ScmFile,
  groups: readonly AccessGroup[],
  used: TokenLists,
  layout: Layout,
): void {
  const codes = new Set(groups.map(({ cod_ibge }) => cod_ibge))
  const cities = new Map([...codes].map(code => [code, { name: '', uf: ufOfCity(code) ?? '' }]))
  const { cnpj, year, month } = file
  if (!readsAs(bytes, groups, { tokens: used, cities, cnpj, year, month }, layout))
    throw new Error('The written file does not read back as what was written')
}

/** What the check of a coleta says in its own words. */
export const allZero = 'Todos os acessos são zero: é uma coleta zerada.'
/** What the check of a coleta says line by line. */
export const someKbps = 'Há velocidade que parece estar em Kbps. A coleta é em Mbps: confira.'
/** Every file in a layout that Anatel's text does not confirm gets this. */
export const unconfirmed = 'Layout não confirmado pela Anatel: confira antes de enviar.'
const warningsOf = ({ cnpj, groups }: ScmFile, layout: Layout): readonly string[] => [
  ...(layout.confirmed ? [] : [unconfirmed]),
  ...(hasLetters(cnpj)
    ? ['O CNPJ tem letras: ainda não se sabe se o Coletas da Anatel as aceita. Confira no envio.']
    : []),
  ...(has(layout, 'VELOCIDADE') && groups.some(({ velocidade }) => looksKbps(velocidade)) ? [someKbps] : []),
  ...(groups.every(({ acessos }) => acessos === 0) ? [allZero] : []),
]
