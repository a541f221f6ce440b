import { call } from '#kernel/call.ts'
import { sheetTypes } from '#kernel/sheet.ts'
import { exports } from '#features/platform/exports/jobs.ts'

export const downloadExport = call.get('/exports/:id/file', {
  id: 'exports.file',
  summary: 'Baixar o arquivo da exportação',
  of: exports,
  rate: 'heavy',
  answer: 'file',
  gives: [...Object.values(sheetTypes), 'application/zip'],
})
