import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, rowShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { comparison } from '#features/regulatory/collects/compare/schema.ts'

export const readPreviousCollect = call.get('/collects/:id/previous', {
  id: 'collects.previous',
  summary: 'Ver a coleta anterior do mesmo fistel',
  of: collects,
  answer: dataShape(rowShape(collects).nullable()),
})
export const readNextCollect = call.get('/collects/:id/next', {
  id: 'collects.next',
  summary: 'Ver a coleta seguinte do mesmo fistel',
  of: collects,
  answer: dataShape(rowShape(collects).nullable()),
})
export const compareWithLastMonth = call.get('/collects/compare/:id/last-month', {
  id: 'collects.compare',
  summary: 'Comparar a coleta com a do mês anterior',
  of: collects,
  answer: dataShape(comparison),
})
export const findPendingCollect = call.get('/collects/:id/proxima-pendente', {
  id: 'collects.proxima-pendente',
  summary: 'Ver a próxima coleta do mesmo mês ainda por terminar',
  of: collects,
  answer: dataShape(z.object({ uuid: z.string(), client: z.string(), left: z.int() }).nullable()),
})
