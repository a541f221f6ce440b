import type { SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import type { Wording } from '#features/regulatory/intake/mapping.ts'
import { integer, type Field, type Fields } from '#kernel/field.ts'
import type { AnyResource } from '#kernel/resource.ts'

/**
 * What a cell says: its value and how it is shown, with a sentence where that is not what is written; or why it is refused,
 * how to put it right, and what it may be.
 */
export type CellOutcome =
  | {
      readonly value: unknown
      readonly said: string
      readonly rest?: CellRest
      readonly changed?: string
      /** Leading zeros were given back to it. */
      readonly zeros?: true
    }
  | { readonly rule: ImportRule; readonly message: string; readonly among?: readonly string[] }

/** What a cell holds besides its value: more contacts of the same kind, and its whole text where part of it is none. */
export interface CellRest {
  readonly more: readonly { readonly value: string; readonly responsible: string | null }[]
  readonly note: string | null
}

/** A column of a template: where it lands in the record, and how people may call it. */
export interface TemplateColumn {
  /** Its name in the draft: 'document', or 'addresses.zipcode' for a field of the one line stored of a list. */
  readonly key: string
  readonly label: string
  readonly field: Field
  /** What else a header may call it. */
  readonly also: readonly string[]
  readonly example: string
  /** How to fill it in, for people who see only the spreadsheet. */
  readonly help?: string
  /** Must be filled in but in these cases, in words: 'STFC e TVPA'. */
  readonly neededBut?: string
  /** How its cells are read if its field's kind does not define it, as in the regulator's files. */
  readonly read?: (text: string, context: { readonly unit: SpeedUnit | null }) => CellOutcome
  /** The list of the record its further contacts go to, and what they are called in it. */
  readonly rest?: { readonly list: string; readonly name: string }
  /** What people write for the words it takes. */
  readonly words?: Wording
  /** Its numbers may be in Kbps. */
  readonly speed?: true
  /** What cannot be read in it is left out, and its row goes in without it. */
  readonly leavesOut?: true
  /** An inscrição estadual: as many digits as those of its state have. */
  readonly registration?: true
  /** Where it is empty it is made of other cells. */
  readonly made?: true
  /** The column only helps to read another: the UF beside the name of a municipality. */
  readonly aids?: string
}

/** A list of which each row of a file fills one line: the head office among a client's addresses. */
export interface OneLine {
  readonly name: string
  /** Values that identify that line, and that a new one starts with. */
  readonly with: Readonly<Record<string, number>>
}

/** A section that takes rows from files. */
export interface ImportSection {
  readonly of: AnyResource
  readonly columns: readonly TemplateColumn[]
  /** Columns by which a row of the file is known in the system; the first one unless another is chosen. Each is unique among the records of one owner. */
  readonly keys: readonly string[]
  /** The column of whose a record is. */
  readonly owner: string
  readonly line?: OneLine
  /** The column by which a record of the owner is known where it has no key, and what a new one is called without it. */
  readonly unkeyed?: {
    readonly column: string
    readonly madeOf: (given: Readonly<Record<string, { readonly said: string } | undefined>>) => string | null
  }
  /** Several rows of the file make one record: those alike in these columns. */
  readonly groups?: readonly string[]
  /** What a field asks for that its declaration does not say, for the second sheet. */
  readonly about: string
}

type ColumnSayings = Partial<
  Pick<
    TemplateColumn,
    | 'also'
    | 'example'
    | 'help'
    | 'neededBut'
    | 'read'
    | 'rest'
    | 'words'
    | 'speed'
    | 'aids'
    | 'label'
    | 'leavesOut'
    | 'registration'
    | 'made'
  >
>
type Sayings = Readonly<Record<string, ColumnSayings>>

/** The code that identifies a row in the system: the first column of every exported list. */
export const ownCode: TemplateColumn = {
  key: 'id',
  label: 'Código',
  field: integer('Código', { min: 1, plain: true }),
  also: ['id', 'cod', 'codigo interno'],
  example: '',
  help: 'Só para atualizar: o código que vem na planilha baixada da lista.',
}

/** What a declaration accepts that fits one cell. */
export function columnsOf(
  fields: Fields,
  sayings: Sayings,
  under = '',
  leaveOut: readonly string[] = [],
): TemplateColumn[] {
  return Object.entries(fields).flatMap(([name, field]): TemplateColumn[] => {
    if (
      !field.writable ||
      field.options.secret ||
      field.kind === 'many' ||
      field.kind === 'metas' ||
      leaveOut.includes(name)
    )
      return []
    const key = under ? `${under}.${name}` : name
    const said = sayings[name] ?? {}
    return [{ key, label: field.label, field, also: [], example: '', ...said }]
  })
}

/** A column must be filled in for a record to be made. */
export const isNeeded = ({ field, key, made }: TemplateColumn) =>
  field.required && !made && field.options.default === undefined && field.kind !== 'flag' && !key.includes('.')

/** Its values are words of ours: a user translates each word of a file once, for all similar files. */
export const isTranslated = ({ field: { kind } }: TemplateColumn) => ['ref', 'choice', 'flag'].includes(kind)

/** The code is unique by itself. */
export const isWithinOwner = ({ columns, owner }: ImportSection, key: string) =>
  key !== 'id' && columns.some(column => column.key === owner && column.field.required)

export const columnAt = (section: Pick<ImportSection, 'columns'>, key: string) =>
  section.columns.find(column => column.key === key)

/** What is to be done with a row that is found in the system, and with one that is not. */
export const modes = {
  ambos: 'Criar e atualizar',
  criar: 'Só criar',
  atualizar: 'Só atualizar',
} as const
export type Mode = keyof typeof modes

/** What becomes of a row of the file. */
export const verdicts = {
  criar: 'Criar',
  atualizar: 'Atualizar',
  igual: 'Sem mudança',
  recusada: 'Recusada',
} as const
export type ImportVerdict = keyof typeof verdicts

/** What is wrong with a cell, or with a whole row when there is no column, and how to put it right. */
export interface ImportProblem {
  /** The key of a column; null for the row. */
  readonly column: string | null
  readonly value: string
  readonly rule: ImportRule
  readonly message: string
  /** What the cell may be: one of them is chosen. */
  readonly among?: readonly string[]
}
/** What is to be known of a row that goes in. */
export interface ImportNotice extends Omit<ImportProblem, 'rule'> {
  readonly rule: NoticeRule
}
export const noticeRules = {
  fora: 'Fica de fora',
  mudou: 'Valor mudado',
  aviso: 'A conferir',
} as const
export type NoticeRule = keyof typeof noticeRules

/** Something of a file that becomes no row, or no part of one. */
export interface FileLeftOut {
  readonly what: keyof typeof leftOutKinds
  /** A title, the name of a sheet or of a column; empty for lines. */
  readonly text: string
  /** Lines, or the filled cells of a column; null where they were not counted. */
  readonly count: number | null
}
export const leftOutKinds = {
  titulo: 'Acima do cabeçalho',
  branco: 'Linhas em branco',
  exemplo: 'Linha de exemplo do modelo',
  cabecalho: 'Cabeçalho repetido',
  coluna: 'Coluna',
  aba: 'Aba não lida',
  oculta: 'Linhas ocultas na planilha, que entram como as outras',
} as const

export const importRules = {
  vazio: 'Falta preencher',
  formato: 'Não se lê',
  duvida: 'Tem duas leituras',
  limite: 'Fora do limite',
  'nao-existe': 'Não existe no cadastro',
  repetido: 'Mais de um com esse nome',
  linha: 'Linha repetida no arquivo',
  'ja-existe': 'Já existe',
  'nao-encontrado': 'Não encontrado para atualizar',
  diverge: 'Diverge do cadastro',
  lugar: 'Lugar em dúvida',
  fechado: 'Não pode ser alterado',
  gravacao: 'Recusado ao gravar',
} as const
export type ImportRule = keyof typeof importRules

/** A field that changes: its label, old and new text. */
export type FieldChange = readonly [label: string, before: string, after: string]
