import * as z from 'zod'
import { keyShape, listShape } from '#kernel/wire.ts'
import { billStates } from '#features/billing/bills/bill/standing.ts'
import { mostClosed, stepStates } from '#features/billing/bills/closing/steps.ts'

const namedRow = z.object({ id: z.int(), uuid: z.string(), name: z.string() })

const step = z.object({
  state: keyShape(stepStates),
  /** What became of it, or why nothing did; of a note to be made, what it leaves out of its bill. */
  text: z.string(),
  /** Where it is, or where what hinders it is cured. */
  path: z.string().nullable(),
})
export type StepStanding = z.infer<typeof step>

export const closingRow = z.object({
  uuid: z.string(),
  id: z.int(),
  client: namedRow,
  company: namedRow.nullable(),
  subject: z.string(),
  due: z.string(),
  /** Reais. */
  value: z.number(),
  /** Its boleto waits for the choice of an account. */
  unplaced: z.boolean(),
  bill: keyShape(billStates),
  note: step,
  slip: step,
  mail: step,
})
export type ClosingRow = z.infer<typeof closingRow>

const offered = z.object({ code: z.string(), name: z.string() })
export const issuingCompany = z.object({
  ...namedRow.shape,
  /** What it may issue notes of; none where it cannot issue. */
  services: listShape(offered),
  /** Where the boletos of its bills without an account may go. */
  accounts: listShape(z.object({ id: z.int(), name: z.string() })),
})
export type IssuingCompany = z.infer<typeof issuingCompany>

export const closingMonth = z
  .string('Informe um mês, como 2026-11.')
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.')
export const chosenBills = z
  .array(z.uuid())
  .min(1, 'Marque ao menos uma conta.')
  .max(mostClosed, 'Feche no máximo 5.000 contas por vez.')

export const closingRequest = z
  .strictObject({
    month: closingMonth.nullable().default(null),
    bills: chosenBills,
    note: z.boolean().default(false),
    slip: z.boolean().default(false),
    mail: z.boolean().default(false),
    /** The mail goes without a boleto that the bank does not have yet. */
    hurry: z.boolean().default(false),
    /** The service of each company's notes; of those with one service it need not be chosen. */
    services: z
      .array(z.strictObject({ company: z.int().positive(), code: z.string().max(6) }))
      .max(100)
      .default([]),
    /** The account of each company's bills that have none. */
    accounts: z
      .array(z.strictObject({ company: z.int().positive(), account: z.int().positive() }))
      .max(100)
      .default([]),
  })
  .refine(({ note, slip, mail }) => note || slip || mail, { message: 'Escolha ao menos um passo.', path: ['note'] })
export type ClosingRequest = z.output<typeof closingRequest>
