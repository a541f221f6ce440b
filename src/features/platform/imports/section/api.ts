import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dayOrders } from '#kernel/day.ts'
import { decimalSigns } from '#kernel/numeral.ts'
import { sheetTypes } from '#kernel/sheet.ts'
import { dataShape, doneShape, rowShape } from '#kernel/wire.ts'
import { imports, sheetSections } from '#features/platform/imports/section/imports.ts'
import { mappingSchema } from '#features/regulatory/intake/schema.ts'
import { fileBytes } from '#parts/file/taken.ts'
import { tableLimits } from '#parts/table/table.ts'
import { review } from '#features/platform/imports/section/schema.ts'

export const downloadTemplate = call.get('/imports/modelos/:section', {
  id: 'imports.modelo',
  summary: 'Baixar o modelo de planilha de uma seção',
  of: imports,
  rate: 'heavy',
  params: z.object({ section: z.string().max(60) }),
  answer: 'file',
  gives: [sheetTypes.xlsx],
})

/** Takes a spreadsheet in: its rows are judged in the background. Nothing is written yet. */
export const sendImport = call.post('/imports/arquivo', {
  id: 'imports.enviar',
  summary: 'Enviar um arquivo para importar',
  of: imports,
  rate: 'heavy',
  audit: 'imports.store',
  // The bytes reach the disk, and are read, outside any transaction.
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: tableLimits.bytes,
  query: z.strictObject({
    name: z.string('Informe o nome do arquivo.').trim().min(1, 'Informe o nome do arquivo.').max(255),
    resource: z.enum(sheetSections, 'Esta seção não recebe planilhas.'),
    /** The tab of a workbook; by default the first that has something in it. */
    sheet: z.string().max(31).optional(),
    /** It is known that it came before, or seems another section's. */
    again: z.enum(['true', 'false']).default('false'),
  }),
  body: fileBytes,
  status: 201,
  answer: doneShape(rowShape(imports)),
})

/** What of the rows is looked at. */
const rowsLook = z.strictObject({
  verdict: z.enum(['criar', 'atualizar', 'igual', 'recusada', 'feita', 'falhou', 'desfeita', 'mantida']).optional(),
  /** A group of problems: 'document:formato'. */
  problem: z
    .string()
    .regex(/^[\w.]*:[\w-]+$/)
    .max(100)
    .optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export type RowsLook = z.infer<typeof rowsLook>

export const reviewImport = call.get('/imports/:id/conferencia', {
  id: 'imports.conferencia',
  summary: 'Conferir as linhas de uma importação',
  of: imports,
  query: rowsLook,
  answer: dataShape(review),
})
export const downloadImported = call.get('/imports/:id/arquivo', {
  id: 'imports.original',
  summary: 'Baixar o arquivo importado, como veio',
  of: imports,
  rate: 'heavy',
  answer: 'file',
})
export const downloadRefused = call.get('/imports/:id/recusadas', {
  id: 'imports.recusadas',
  summary: 'Baixar as linhas recusadas, com o motivo',
  of: imports,
  rate: 'heavy',
  answer: 'file',
  gives: [sheetTypes.xlsx],
})

const preparedImport = z.strictObject({
  mapping: mappingSchema,
  mode: z.enum(['ambos', 'criar', 'atualizar'], 'Escolha o que fazer.'),
  match_by: z.string('Escolha por qual coluna reconhecer.').max(60),
  /** Another tab of the workbook: its columns are others, with names of their own. */
  sheet: z.string().max(31).optional(),
})
export type PreparedImport = z.infer<typeof preparedImport>
export const prepareImport = call.put('/imports/:id/preparar', {
  id: 'imports.preparar',
  summary: 'Dizer o que é cada coluna e o que fazer com as linhas',
  of: imports,
  body: preparedImport,
  answer: doneShape(rowShape(imports)),
})

const correctedCells = z.strictObject({
  /** Which column of the file, the first being 0. */
  at: z.int('Informe a coluna.').min(0).max(249),
  to: z.string('Informe o valor.').max(32_767).optional(),
  /** Those rows, or every one that says this and is refused, or goes in with something left out. */
  rows: z.array(z.int().positive()).min(1).max(500).optional(),
  from: z.string().max(32_767).optional(),
  /** Instead of a value, how the column writes: which sign begins its decimals, or what comes first in its dates. */
  sign: z.enum(decimalSigns, 'Escolha o sinal dos decimais.').optional(),
  order: z.enum(dayOrders, 'Escolha o que vem primeiro nas datas.').optional(),
})
export type CorrectedCells = z.infer<typeof correctedCells>
export const correctCells = call.put('/imports/:id/corrigir', {
  id: 'imports.corrigir',
  summary: 'Corrigir células de uma importação',
  of: imports,
  body: correctedCells,
  answer: doneShape(rowShape(imports)),
})
export const writeImport = call.put('/imports/:id/importar', {
  id: 'imports.importar',
  summary: 'Gravar as linhas conferidas',
  of: imports,
  body: z.strictObject({ whole: z.boolean('Escolha como importar.') }),
  answer: doneShape(rowShape(imports)),
})
export const cancelImport = call.put('/imports/:id/cancelar', {
  id: 'imports.cancelar',
  summary: 'Cancelar uma importação',
  of: imports,
  body: z.strictObject({}),
  answer: doneShape(rowShape(imports)),
})
export const undoImport = call.put('/imports/:id/desfazer', {
  id: 'imports.desfazer',
  summary: 'Desfazer uma importação',
  of: imports,
  body: z.strictObject({}),
  answer: doneShape(rowShape(imports)),
})
