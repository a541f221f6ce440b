import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { dataShape, doneShape, listShape, rowShape, valueShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { Step } from '#features/regulatory/collects/coleta/steps.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { monthOpenings } from '#features/regulatory/month/openings.ts'
import { monthRow, monthBeginning, yearRow } from '#features/regulatory/month/schema.ts'

const year = z.coerce.number<number>('Informe o ano.').int().min(2000).max(2100)
const month = z.coerce.number<number>('Informe o mês.').int().min(1).max(12)
const boardMonth = z.strictObject({ year, month })

/** The month of everybody; where nobody owes it, when it begins. */
export const readMonthBoard = call.get('/collects/quadro', {
  id: 'collects.quadro',
  summary: 'Ver o quadro do mês',
  of: collects,
  rate: 'heavy',
  query: boardMonth,
  answer: dataShape(listShape(monthRow)).extend({ begins: monthBeginning.nullable() }),
})

const whole = (text: string, min: number, max: number) =>
  z.coerce.number<number>(text).int(text).min(min, text).max(max, text)
export const readYearBoard = call.get('/collects/quadro/meses', {
  id: 'collects.quadro.meses',
  summary: 'Ver o quadro dos doze meses',
  of: collects,
  rate: 'heavy',
  query: z.strictObject({ year: whole('Informe o ano.', 2000, 2100), month: whole('Informe o mês.', 1, 12) }),
  answer: z.object({
    months: listShape(z.object({ year: z.int(), month: z.int() })),
    data: listShape(yearRow),
  }),
})

export const openColetas = call.post('/collects/abrir-mes', {
  id: 'collects.abrir-mes',
  summary: 'Abrir as coletas que faltam do mês',
  of: collects,
  writes: [monthOpenings],
  rate: 'heavy',
  audit: 'collects.store',
  body: boardMonth,
  // A job opens many; its row shows the progress.
  answer: doneShape(z.object({ opened: z.int(), opening: z.string().nullable() })),
})

export const downloadMonthFiles = call.get('/collects/arquivos', {
  id: 'collects.arquivos',
  summary: 'Baixar os arquivos do mês, um por coleta pronta, com o que ficou de fora e por quê',
  of: collects,
  rate: 'heavy',
  query: boardMonth,
  answer: 'file',
  gives: ['application/zip'],
})
export const requestMonthFiles = call.post('/collects/arquivos', {
  id: 'collects.arquivos.store',
  summary: 'Pedir os arquivos do mês em um ZIP, feito em segundo plano e guardado entre as exportações',
  of: collects,
  writes: [exports],
  rate: 'heavy',
  audit: 'exports.store',
  body: boardMonth,
  status: 201,
  answer: doneShape(rowShape(exports)),
})

const uuid = z.uuid('Informe identificadores de coletas.')
/** Coletas something is done to at once. */
const chosenColetas = z.strictObject({ uuids: z.array(uuid, 'Informe a lista de coletas.').min(1).max(2_000) })
const triedColetas = chosenColetas.extend({
  /** Only says what would be done. */
  dry: z.boolean().default(false),
})
/** Coletas as a bulk act answered them, to be undone: by uuid, with the version it left. What else the answer says of each is ignored. */
const writtenColetas = z.strictObject({
  collects: z
    .array(z.object({ uuid, version: z.number().int() }), 'Informe a lista de coletas.')
    .min(1)
    .max(2_000),
})
const leftColeta = z.object({ uuid: z.string(), name: z.string(), reasons: listShape(z.string()) })
/** A coleta to which something was not done, and why. */
export type LeftColeta = z.infer<typeof leftColeta>
const refused = listShape(leftColeta)
/** They may pass, and were left because no reason was given. */
const asks = refused
/** Of copies, the month they are of. */
const copy = z.string().nullable()

export const remindClients = call.put('/collects/lembrar', {
  id: 'collects.lembrar',
  summary: 'Pedir por e-mail as coletas aos clientes',
  of: collects,
  rate: 'heavy',
  audit: 'collects.pedir-ao-cliente',
  body: chosenColetas,
  answer: doneShape(z.object({ asked: z.int(), refused })),
})

const finishedColeta = z.object({ uuid: z.string(), version: z.int(), step: valueShape<Step>(string), copy })
/** A coleta as finishing left it, and where it was before, which undoing needs. */
export type FinishedColeta = z.infer<typeof finishedColeta>
export const finishColetas = call.put('/collects/finalizar-mes', {
  id: 'collects.finalizar-mes',
  summary: 'Finalizar as coletas que passam, com o motivo em X-Motivo as que pedem um, ou só dizer quais são',
  of: collects,
  rate: 'heavy',
  audit: 'collects.finalizar',
  body: triedColetas,
  answer: doneShape(z.object({ finished: z.int(), done: listShape(finishedColeta), asks, refused })),
})
export const undoFinishing = call.put('/collects/desfazer-mes', {
  id: 'collects.desfazer-mes',
  summary: 'Devolver as coletas recém-finalizadas à situação de antes',
  of: collects,
  rate: 'heavy',
  audit: 'collects.reabrir',
  body: z.strictObject({
    collects: z
      .array(
        z.object({
          uuid,
          version: z.number().int(),
          step: z.enum(['em-aberto', 'aguardando-cliente', 'em-conferencia'], 'Informe a situação de antes.'),
        }),
        'Informe a lista de coletas.',
      )
      .min(1)
      .max(2_000),
  }),
  answer: doneShape(z.object({ reopened: z.int(), refused })),
})

const sentColeta = z.object({ uuid: z.string(), version: z.int(), copy })
/** A coleta as the record of its sending left it. */
export type RecordedColeta = z.infer<typeof sentColeta>
export const recordSent = call.put('/collects/enviar-mes', {
  id: 'collects.enviar-mes',
  summary:
    'Registrar o envio das coletas prontas, com o motivo em X-Motivo das que pedem um, ou só dizer de quais seria',
  of: collects,
  rate: 'heavy',
  transaction: 'own',
  audit: 'collects.enviar',
  body: triedColetas,
  answer: doneShape(z.object({ sent: z.int(), done: listShape(sentColeta), asks, refused })),
})
export const undoSent = call.put('/collects/desfazer-envio-mes', {
  id: 'collects.desfazer-envio-mes',
  summary: 'Desfazer o registro de envio de coletas, com os arquivos que ele guardou',
  of: collects,
  rate: 'heavy',
  transaction: 'own',
  audit: 'collects.desfazer-envio',
  body: writtenColetas,
  answer: doneShape(z.object({ taken_back: z.int(), refused })),
})

/** `version`: as it was left, which undoing needs. The rest: the month it has in the place of nothing. */
const copiedColeta = z.object({
  uuid: z.string(),
  version: z.int(),
  name: z.string(),
  accesses: z.int(),
  zeroed: z.boolean(),
})
export type CopiedColeta = z.infer<typeof copiedColeta>
export const copyPrevious = call.put('/collects/copiar-mes', {
  id: 'collects.copiar-mes',
  summary: 'Copiar o período anterior nas coletas em que nada entrou, ou só dizer em quais',
  of: collects,
  rate: 'heavy',
  audit: 'collects.copiar-anterior',
  body: triedColetas,
  answer: doneShape(z.object({ copied: z.int(), done: listShape(copiedColeta), refused })),
})
export const undoCopies = call.put('/collects/desfazer-copia-mes', {
  id: 'collects.desfazer-copia-mes',
  summary: 'Desfazer a cópia do período anterior nas coletas recém-copiadas',
  of: collects,
  rate: 'heavy',
  audit: 'collects.desfazer',
  body: writtenColetas,
  answer: doneShape(z.object({ undone: z.int(), refused })),
})
