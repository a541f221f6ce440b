import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { doneShape, rowShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { undoableSteps } from '#features/regulatory/collects/coleta/steps.ts'

export const recordCollectSent = call.put('/collects/:id/enviar', {
  id: 'collects.enviar',
  summary: 'Registrar o envio da coleta à Anatel, guardando o arquivo',
  of: collects,
  // The bytes reach the disk before the row is written, and hold no transaction meanwhile.
  transaction: 'own',
  answer: doneShape(rowShape(collects)),
})
export const undoCollectStep = call.put('/collects/:id/desfazer', {
  id: 'collects.desfazer',
  summary: 'Desfazer o último passo que se deu com a coleta',
  of: collects,
  body: z.strictObject({ step: z.enum(undoableSteps, { error: 'Informe o passo que se desfaz.' }) }),
  answer: doneShape(rowShape(collects)),
})
