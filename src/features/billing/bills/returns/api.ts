import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { integer } from '#kernel/json.ts'
import { dataShape, doneShape, keyShape, listShape, rowShape, valueShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { bankReturns, returnLines } from '#features/billing/bills/returns/returned.ts'
import { returnVerdicts, type ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'
import { fileBytes, fileCalled } from '#parts/file/taken.ts'

const returnLine = z.object({
  at: z.int(),
  verdict: keyShape(returnVerdicts),
  /** 'Liquidação: por meio eletrônico'. */
  said: z.string(),
  /** What a reader has to know besides. */
  note: z.string().nullable(),
  number: z.string(),
  bill: z.object({ uuid: z.string(), name: z.string() }).nullable(),
  day: z.string().nullable(),
  /** Reais. */
  value: z.number().nullable(),
  paid: z.number().nullable(),
  /** What the bank charges for it. */
  fee: z.number().nullable(),
})
/** A line of a return in words, with its bill. */
export type PreviewedReturnLine = z.infer<typeof returnLine>

/** Records of a file that are not read, and why. */
const skippedRecords = z.object({ at: z.int(), count: z.int(), why: z.string() })

const returned = z.object({
  name: z.string(),
  bank: z.string(),
  account: z.object({ id: z.int(), name: z.string() }),
  created_on: z.string().nullable(),
  sequence: z.int(),
  /** SHA-256 of the file: only the file that was previewed is applied. */
  sha256: z.string(),
  counts: valueShape<Readonly<Partial<Record<ReturnVerdict, number>>>>({
    type: 'object',
    additionalProperties: integer,
  }),
  /** Reais of the receipts. */
  received: z.number(),
  /** Reais of what the bank charges on all lines. */
  fees: z.number(),
  /** Lines whose money belongs to no bill: applied, they wait in the tray until somebody places them. */
  waiting: z.int(),
  /** Whether it brings anything that no other reading brought. */
  news: z.boolean(),
  skipped: listShape(skippedRecords),
  /** Where the bank's own sums contradict its lines; such a file is applied only after a person confirms that it was checked. */
  doubts: listShape(z.string()),
  lines: listShape(returnLine),
})
export type PreviewedReturn = z.infer<typeof returned>

/** Bytes: a file of four thousand boletos, which is read in some twenty milliseconds. */
const limit = 2 * 1024 * 1024
const sendsReturn = { rate: 'heavy', media: ['application/octet-stream'], limit, body: fileBytes } as const

export const previewReturn = call.post('/bills-to-receive/retorno/previa', {
  ...sendsReturn,
  id: 'bills-to-receive.retorno.previa',
  summary: 'Ver o que um arquivo de retorno do banco diz, linha por linha, sem mudar nada',
  of: bills,
  audit: null,
  query: z.strictObject({ name: fileCalled }),
  answer: dataShape(returned),
})

export const applyReturn = call.post('/bills-to-receive/retorno/aplicar', {
  ...sendsReturn,
  id: 'bills-to-receive.retorno.aplicar',
  summary: 'Aplicar um arquivo de retorno do banco: recebimentos, registros e recusas de boletos',
  of: bills,
  writes: [bankReturns, returnLines, billPayments],
  // The bytes reach the disk outside any transaction.
  transaction: 'own',
  query: z.strictObject({
    name: fileCalled,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Confira o arquivo antes.'),
    /** A person compared the bank's sums with the lines, where they contradict each other. */
    checked: z.enum(['true', 'false']).default('false'),
  }),
  answer: doneShape(returned),
})

const reason = z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(500, 'Use no máximo 500 caracteres.')

export const undoReturn = call.put('/bank-returns/:id/desfazer', {
  id: 'bank-returns.desfazer',
  summary: 'Desfazer a leitura de um retorno do banco: os recebimentos dela são estornados',
  of: bankReturns,
  writes: [returnLines, bills, billPayments],
  rate: 'heavy',
  body: z.strictObject({ reason }),
  answer: doneShape(rowShape(bankReturns)),
})

export const downloadReturn = call.get('/bank-returns/:id/original', {
  id: 'bank-returns.original',
  summary: 'Baixar um retorno do banco como ele foi aplicado',
  of: bankReturns,
  answer: 'file',
})

export const sumWaitingMoney = call.get('/bank-return-lines/esperam', {
  id: 'bank-return-lines.esperam',
  summary: 'Somar o dinheiro dos retornos que está sem conta',
  of: returnLines,
  /** `paid`: reais of the lines whose amount can be read; the others are `unread`. */
  answer: z.object({ lines: z.int(), paid: z.number(), unread: z.int() }),
})

/** A bill that money without one may belong to. */
const proposedBill = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  due_date: z.string(),
  /** Reais that nobody paid yet. */
  left: z.number(),
  why: z.string(),
})
export type ProposedBill = z.infer<typeof proposedBill>

export const proposeBills = call.get('/bank-return-lines/:id/propostas', {
  id: 'bank-return-lines.propostas',
  summary: 'Ver as contas de que o dinheiro de uma linha de retorno pode ser',
  of: returnLines,
  answer: dataShape(listShape(proposedBill)),
})

export const placeReturnLine = call.put('/bank-return-lines/:id/colocar', {
  id: 'bank-return-lines.colocar',
  summary: 'Colocar numa conta o dinheiro de uma linha de retorno',
  of: returnLines,
  writes: [bankReturns, bills, billPayments],
  body: z.strictObject({
    bill_id: z.int('Escolha a conta.').positive(),
    /** Confirms that more came in than the bill asks for. */
    over: z.boolean().default(false),
    /** Reais, of a line whose amount could not be read; of the others the bank states it. */
    value: z.number().positive('Informe quanto entrou.').max(9_999_999_999).optional(),
    paid_on: day.optional(),
  }),
  answer: doneShape(rowShape(returnLines)),
})

export const sendBackReturnLine = call.put('/bank-return-lines/:id/devolver', {
  id: 'bank-return-lines.devolver',
  summary: 'Registrar que o dinheiro de uma linha de retorno foi devolvido',
  of: returnLines,
  writes: [bankReturns, bills, billPayments],
  body: z.strictObject({ returned_on: day, reason }),
  answer: doneShape(rowShape(returnLines)),
})

export const explainReturnLine = call.put('/bank-return-lines/:id/explicar', {
  id: 'bank-return-lines.explicar',
  summary: 'Explicar o dinheiro de uma linha de retorno que não é de nenhuma conta',
  of: returnLines,
  writes: [bankReturns, bills, billPayments],
  body: z.strictObject({ reason }),
  answer: doneShape(rowShape(returnLines)),
})

export const reopenReturnLine = call.put('/bank-return-lines/:id/reabrir', {
  id: 'bank-return-lines.reabrir',
  summary: 'Voltar uma linha de retorno para Dinheiro sem conta; o recebimento dela é estornado',
  of: returnLines,
  writes: [bankReturns, bills, billPayments],
  body: z.strictObject({ reason }),
  answer: doneShape(rowShape(returnLines)),
})
