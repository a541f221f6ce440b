import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { doneShape, keyShape, listShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billStates } from '#features/billing/bills/bill/standing.ts'
import { clients } from '#features/clients/clients/clients.ts'

/** A statement has at most these days. */
const longestStatement = 5 * 366
const ends = { from: day, to: day }
const ordered = <S extends z.ZodType<{ readonly from: string; readonly to: string }>>(schema: S) =>
  schema
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Termina antes de começar.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestStatement * 86_400_000, {
      path: ['to'],
      message: 'Escolha no máximo cinco anos.',
    })
const period = ordered(z.strictObject(ends))
export type StatementPeriod = z.output<typeof period>

const statementLine = z.object({
  day: z.string(),
  kind: z.enum(['conta', 'recebimento']),
  text: z.string(),
  /** Of what it says in smaller words: 'vence em 10/11/2026'. */
  note: z.string().nullable(),
  /** Reais: what a bill asks, or what a payment settles. */
  amount: z.number(),
  /** Reais the client owes after it. */
  balance: z.number(),
  bill: z.string(),
})
/** Something that moved what a client owes. */
export type StatementLine = z.infer<typeof statementLine>

const openBill = z.object({
  uuid: z.string(),
  text: z.string(),
  state: keyShape(billStates),
  due: z.string(),
  days: z.int(),
  /** Reais: what is left, and what settles it today. */
  left: z.number(),
  today: z.number(),
  /** Digits that a bank takes, and Copia e cola over what settles it today; `why` where there are no digits. */
  line: z.string().nullable(),
  pix: z.string().nullable(),
  why: z.string().nullable(),
})
/** A bill that is open today, whenever it was made. */
export type OpenBill = z.infer<typeof openBill>

const statement = z.object({
  client: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  from: z.string(),
  to: z.string(),
  today: z.string(),
  /** Reais the client owed before the first day, and after the last. */
  opening: z.number(),
  closing: z.number(),
  lines: listShape(statementLine),
  open: listShape(openBill),
})
export type ClientStatement = z.infer<typeof statement>

export const readStatement = call.get('/clients/:id/extrato', {
  id: 'clients.extrato',
  summary: 'Ver o extrato financeiro do cliente',
  of: clients,
  query: period,
  answer: statement,
})

export const downloadStatement = call.get('/clients/:id/extrato/pdf', {
  id: 'clients.extrato.pdf',
  summary: 'Baixar o extrato do cliente em PDF',
  of: clients,
  rate: 'heavy',
  query: period,
  gives: ['application/pdf'],
  answer: 'file',
})

const statementContact = z.object({
  name: z.string(),
  email: z.string(),
  /** Their record says they care for the money. */
  finance: z.boolean(),
})
export type StatementContact = z.infer<typeof statementContact>

const statementMail = z.object({
  client: z.object({ uuid: z.string(), name: z.string() }),
  subject: z.string(),
  parts: listShape(z.string()),
  contacts: listShape(statementContact),
})
/** A statement as it would go by mail. */
export type StatementMail = z.infer<typeof statementMail>

export const previewStatementMail = call.get('/clients/:id/extrato/carta', {
  id: 'clients.extrato.carta',
  summary: 'Ver como fica o e-mail do extrato, e para quem',
  of: clients,
  query: period,
  answer: statementMail,
})

export const mailStatement = call.post('/clients/:id/extrato/enviar', {
  id: 'clients.extrato.enviar',
  summary: 'Enviar o extrato ao cliente por e-mail',
  of: clients,
  body: ordered(z.strictObject({ ...ends, email: z.string('Escolha para quem enviar.').max(200) })),
  answer: doneShape(z.object({ to: z.string() })),
})

const mailedStatement = z.object({ client: z.string(), name: z.string(), email: z.string() })
const unmailedStatement = z.object({ client: z.string(), reason: z.string() })
export type MailedStatement = z.infer<typeof mailedStatement>
export type UnmailedStatement = z.infer<typeof unmailedStatement>

export const mailStatements = call.post('/bills-to-receive/extratos', {
  id: 'bills-to-receive.extratos',
  summary: 'Enviar o extrato a vários clientes por e-mail',
  of: bills,
  writes: [clients],
  rate: 'heavy',
  audit: 'clients.extrato.enviar',
  body: ordered(
    z.strictObject({
      ...ends,
      clients: z
        .array(z.uuid())
        .min(1, 'Marque ao menos um cliente.')
        .max(300, 'Envie a no máximo 300 clientes por vez.'),
      /** A trial sends nothing. */
      trial: z.boolean().default(false),
    }),
  ),
  answer: doneShape(z.object({ sent: listShape(mailedStatement), left: listShape(unmailedStatement) })),
})
