import { createHash } from 'node:crypto'
import { invalid, refusalIn } from '#kernel/problem.ts'
import { scmFileName, writeScm, type WrittenFile } from '#features/regulatory/anatel/write.server.ts'
import {
  has,
  tokenColumns,
  type Layout,
  type Sigla,
  type Siglas,
  type TokenColumn,
} from '#features/regulatory/anatel/layouts.ts'
import { withoutSigla } from '#features/regulatory/anatel/line.ts'
import { cnpjIn, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import type { Period } from '#parts/period/period.ts'
import { onceEach } from '#parts/table/once.ts'
import { pack, type Packed } from '#server/zip.ts'

/** The accesses of a place of a coleta. */
export interface AccessPlace {
  readonly cod_ibge: number
  /**
   * '1 2 3 4 5:300 1,500 2;…' gives each kind's sigla ids in column order, then each line's speed and amount; absent values
   * are empty. One text is read and passed on faster than many objects.
   */
  readonly kinds: string
}

/** Everything a file is written from. */
export interface Unwritten extends Period {
  readonly layout: Layout
  /** Of its coleta, and of those of the same file that are ready. */
  readonly places: readonly AccessPlace[]
  /** Which coletas of the same file are not. */
  readonly late: readonly string[]
  /** The client's, as stored. */
  readonly document: string | undefined
  readonly client: string
}
export interface Filed extends WrittenFile {
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
export interface FilesRequest {
  readonly files: readonly Unwritten[]
  readonly siglas: Siglas
}
/** A file ready for a ZIP. */
export type Zipped = Omit<Filed, 'bytes'> & {
  readonly packed: Packed
  /** Hash of the file's bytes, in hexadecimal: a recipient can verify the file by it. */
  readonly sha256: string
}
/** It, or why there is none. */
export type FileOutcome = Zipped | string
/** `between` is called before each. */
export const writeAll = ({ files, siglas }: FilesRequest, between = () => {}): readonly FileOutcome[] =>
  files.map(each => {
    between()
    try {
      const { bytes, ...filed } = fileFrom(each, siglas)
      return { ...filed, packed: pack(bytes), sha256: createHash('sha256').update(bytes).digest('hex') }
    } catch (thrown) {
      return refusalIn(thrown)[0] ?? ''
    }
  })

/** Builds a file's groups. Throws a 422 if a value or a lookup's sigla is missing. */
export function groupsFrom(
  { layout, places }: Pick<Unwritten, 'layout' | 'places'>,
  siglas: Siglas,
): readonly AccessGroup[] {
  const wrong = new Set<string>()
  const columns = tokenColumns.map(column => {
    const names = has(layout, column) ? siglas[column] : null
    return (id: string) => (names ? siglaIn(names.get(Number(id)), column, wrong) : '')
  })
  const kindOf = onceEach((ids: string) => {
    const siglas = ids.split(' ').map((id, at) => columns[at]?.(id))
    const [tipo_cliente = '', tipo_atendimento = '', tipo_meio = '', tipo_produto = '', tipo_tecnologia = ''] = siglas
    return { tipo_cliente, tipo_atendimento, tipo_meio, tipo_produto, tipo_tecnologia }
  })
  const groups = places.flatMap(({ cod_ibge, kinds }) =>
    kinds.split(';').flatMap(kind => {
      const [ids = '', lines = ''] = kind.split(':')
      const { tipo_cliente, tipo_atendimento, tipo_meio, tipo_produto, tipo_tecnologia } = kindOf(ids)
      return lines.split(',').map((line): AccessGroup => {
        const between = line.indexOf(' ')
        return {
          cod_ibge,
          tipo_cliente,
          tipo_atendimento,
          tipo_meio,
          tipo_produto,
          tipo_tecnologia,
          velocidade: Number(line.slice(0, between)),
          acessos: Number(line.slice(between + 1)),
        }
      })
    }),
  )
  // Lines come in no order: sorting makes the error the same each time.
  const [first] = [...wrong].toSorted()
  if (first !== undefined) throw invalid({ file: first })
  return groups
}

function siglaIn(found: Sigla | undefined, column: TokenColumn, wrong: Set<string>): string {
  if (!found) wrong.add(`Há acessos sem o que vai na coluna ${column}. Complete-os e gere de novo.`)
  else if (found.term === null) wrong.add(`${withoutSigla(found.name, column)} Complete o cadastro e gere de novo.`)
  return found?.term ?? ''
}

/** Warns the user who files of those left behind. */
const saidLate = (late: readonly string[]) =>
  `A Anatel recebe um arquivo por CNPJ, serviço e mês, e outra coleta deste ainda não está pronta (${late.join('; ')}).`
