import * as z from 'zod'

/** The version of the format of copies that this program writes and reads; docs/operar/copia.md describes it. */
export const copyFormat = 1

/** Names of the entries of a copy. */
export const entryNames = { head: 'copia.json', content: 'conteudo.json', sum: 'sha256.txt' } as const
export const rowsEntry = (table: string, part: number) => `tabelas/${table}/${String(part).padStart(6, '0')}.gz`
export const documentEntry = (sha256: string) => `documentos/${sha256.slice(0, 2)}/${sha256}`
/** Bytes of rows in one entry, before they are compressed; a reader takes no more than twice as many. */
export const rowsPiece = 1024 * 1024
/** Bytes a reader takes for a JSON entry. */
export const jsonLimit = 64 * 1024 * 1024
/** Names listed of documents that are missing or damaged; all of them are counted. */
export const listedDocuments = 1_000

const copiedTable = z.object({
  /** With its schema, as SQL writes both. */
  nome: z.string(),
  colunas: z.array(z.string()).readonly(),
})
/** A table of a copy, by its name and columns. */
export type CopiedTable = z.infer<typeof copiedTable>

const copiedSequence = z.object({ nome: z.string(), ultimo: z.string().nullable() })
export type CopiedSequence = z.infer<typeof copiedSequence>

/** What a copy begins with. */
export const copyHead = z.object({
  formato: z.number(),
  versao: z.string().nullable(),
  feita_em: z.string(),
  instalacao: z.string().nullable(),
  postgres: z.string(),
  /** The same key of secrets has the same one; null without a key. */
  segredos: z.string().nullable(),
  /** Whether documents are in it. */
  documentos: z.boolean(),
  migracoes: z.array(z.string()).readonly(),
  tabelas: z.array(copiedTable).readonly(),
  sequencias: z.array(copiedSequence).readonly(),
})
export type CopyHead = z.infer<typeof copyHead>

const tableContent = z.object({ nome: z.string(), linhas: z.int(), bytes: z.int(), sha256: z.string() })
/** What was copied of a table: `bytes` and `sha256` of its rows as COPY writes them. */
export type TableContent = z.infer<typeof tableContent>

/** What a copy ends with: what is in it, counted while it was written. */
export const copyContent = z.object({
  tabelas: z.array(tableContent),
  documentos: z.object({
    arquivos: z.int(),
    bytes: z.int(),
    /** Rows name these, and the folder has no such file. */
    faltando: z.int(),
    /** The bytes of these are no longer those of their name. */
    estragados: z.int(),
    fora: z.array(z.string()),
  }),
})
export type CopyContent = z.infer<typeof copyContent>

export const rowsIn = ({ tabelas }: CopyContent) => tabelas.reduce((sum, { linhas }) => sum + linhas, 0)
