import { invalid, refusalIn } from '#kernel/problem.ts'
import { scmFileName, writeScm, type Written } from '#features/collects/filing/scm-write.server.ts'
import { has, tokenColumns, type Layout, type TokenColumn } from '#features/collects/layout/layouts.ts'
import { cnpjIn, type Group } from '#features/collects/layout/scm.ts'
import type { Sigla, Siglas } from '#features/collects/layout/tokens.server.ts'
import type { Period } from '#features/collects/period.ts'

/** The accesses of one coleta, column by column: many of them are read and handed on quicker than line by line. */
export interface Lines {
  readonly cod_ibge: readonly number[]
  /** Ids of the siglas, in the order of their columns; null where a line says nothing. */
  readonly siglas: readonly (readonly (number | null)[])[]
  readonly speed: readonly (number | null)[]
  readonly amount: readonly number[]
}

/** Everything a file is written from. */
export interface Unwritten extends Period {
  readonly layout: Layout
  /** Of its coleta, and of those of the same file that are ready. */
  readonly lines: readonly Lines[]
  /** Which coletas of the same file are not. */
  readonly late: readonly string[]
  /** The client's, as stored. */
  readonly document: string | undefined
  readonly client: string
}
export interface Filed extends Written {
  readonly name: string
  /** Whether every coleta of the same CNPJ, service and month is in it. */
  readonly whole: boolean
}

/** The file Anatel takes. Throws a 422 that says what is missing or cannot be written, and a 409 for a CPF. */
export function fileFrom({ document, client, late, ...of }: Unwritten, siglas: Siglas): Filed {
  const { layout, year, month } = of
  const groups = groupsFrom(of, siglas)
  const { warnings, ...written } = writeScm({ cnpj: cnpjIn(document), year, month, groups }, layout)
  return {
    ...written,
    name: scmFileName(of, client, layout),
    warnings: [...warnings, ...(late.length ? [saidLate(late)] : [])],
    whole: late.length === 0,
  }
}

/** Files to be written. */
export interface Asked {
  readonly files: readonly Unwritten[]
  readonly siglas: Siglas
}
/** A file, or why there is none. */
export type Outcome = Filed | string
export const writeAll = ({ files, siglas }: Asked): readonly Outcome[] =>
  files.map(each => {
    try {
      return fileFrom(each, siglas)
    } catch (thrown) {
      return refusalIn(thrown)[0] ?? ''
    }
  })

/** What a file is to hold; what is missing, or a lookup without its sigla, is told, not skipped. */
export function groupsFrom({ layout, lines }: Pick<Unwritten, 'layout' | 'lines'>, siglas: Siglas): readonly Group[] {
  const columns = tokenColumns.map((column, at) => {
    if (!has(layout, column)) return () => ''
    const names = siglas[column]
    return (of: Lines, n: number): string => siglaIn(names.get(of.siglas[at]?.[n] ?? 0), column)
  })
  const [cliente, atendimento, meio, produto, tecnologia] = columns
  const groups: Group[] = []
  for (const of of lines)
    for (const [n, cod_ibge] of of.cod_ibge.entries())
      groups.push({
        cod_ibge,
        tipo_cliente: cliente?.(of, n) ?? '',
        tipo_atendimento: atendimento?.(of, n) ?? '',
        tipo_meio: meio?.(of, n) ?? '',
        tipo_produto: produto?.(of, n) ?? '',
        tipo_tecnologia: tecnologia?.(of, n) ?? '',
        velocidade: of.speed[n] ?? 0,
        acessos: of.amount[n] ?? 0,
      })
  return groups
}

function siglaIn(found: Sigla | undefined, column: TokenColumn): string {
  if (!found) throw invalid({ file: `Há acessos sem o que vai na coluna ${column}. Complete-os e gere de novo.` })
  if (found.term === null)
    throw invalid({
      file: `“${found.name}” está sem a sigla que vai na coluna ${column}. Complete o cadastro e gere de novo.`,
    })
  return found.term
}

/** What whoever files should know of those left behind. */
const saidLate = (late: readonly string[]) =>
  `A Anatel recebe um arquivo por CNPJ, serviço e mês, e outra coleta deste ainda não está pronta (${late.join('; ')}).`
