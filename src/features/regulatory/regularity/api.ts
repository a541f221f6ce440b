import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { day } from '#kernel/schema.ts'
import { doneShape, listShape, rowShape, valueShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { checkKinds, Light } from '#features/regulatory/regularity/light.ts'
import { checks, clientTasks, type ItemState } from '#features/regulatory/tasks/client-tasks.ts'
import { summaryLine } from '#features/regulatory/regularity/schema.ts'

const light = valueShape<Light>(string)
const namedClient = z.object({ id: z.int(), uuid: z.string(), name: z.string() })

/** The open task a new look at an item is written in, and the item's line there. */
const lookPlace = z.object({ task: z.string(), item: z.string() })
export type LookPlace = z.infer<typeof lookPlace>

/** A check with where it is put right, and looked at anew; nowhere for people of the client. */
const tracedCheck = z.object({
  key: z.string(),
  kind: valueShape<keyof typeof checkKinds>(string),
  name: z.string(),
  of: z.string().nullable(),
  light: light.nullable(),
  said: z.string(),
  on: z.string().nullable(),
  by: z.string().nullable(),
  path: z.string().nullable(),
  look: lookPlace.nullable(),
})
export type TracedCheck = z.infer<typeof tracedCheck>

/** `days`: for how many days a look counts. */
const regularity = z.object({ today: z.string(), days: z.int(), light, checks: listShape(tracedCheck) })
export type Regularity = z.infer<typeof regularity>

export const readRegularity = call.get('/clients/:id/regularidade', {
  id: 'clients.regularidade',
  summary: 'Ver a regularidade do cliente',
  of: clients,
  answer: regularity,
})

const regularityRow = z.object({
  client: namedClient,
  responsible: z.string().nullable(),
  light,
  /** How many of its checks have each light. */
  counts: z.object({ vermelho: z.int(), amarelo: z.int(), cinza: z.int(), verde: z.int() }),
  /** The first of what is worst, in words. */
  worst: listShape(z.string()),
})
export type RegularityRow = z.infer<typeof regularityRow>

const regularityBoard = z.object({ today: z.string(), rows: listShape(regularityRow) })
export type RegularityBoard = z.infer<typeof regularityBoard>

export const readRegularityBoard = call.get('/clients/regularidade', {
  id: 'clients.quadro-regularidade',
  summary: 'Ver a regularidade de todos os clientes',
  of: clients,
  rate: 'heavy',
  answer: regularityBoard,
})

export const downloadRegularity = call.get('/clients/:id/regularidade/pdf', {
  id: 'clients.regularidade.pdf',
  summary: 'Baixar a situação regulatória do cliente em PDF',
  of: clients,
  rate: 'heavy',
  gives: ['application/pdf'],
  answer: 'file',
})

/** What somebody found of an item, and when. */
const newLook = z.strictObject({
  item: z.uuid('Escolha um item da lista.'),
  status: z.custom<ItemState>(value => typeof value === 'string' && value in checks, 'Escolha uma situação.'),
  checked_on: day,
})
export type NewLook = z.infer<typeof newLook>

export const checkTaskItem = call.put('/client-tarefas/:id/conferir', {
  id: 'client-tarefas.conferir',
  summary: 'Dizer o que se encontrou de um item da lista de conferência',
  of: clientTasks,
  writes: [clients],
  audit: 'client-tarefas.update',
  body: newLook,
  answer: doneShape(rowShape(clientTasks)),
})

const month = z
  .string('Informe um mês, como 2026-11.')
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.')

const summaryContact = z.object({ name: z.string(), email: z.string() })
export type SummaryContact = z.infer<typeof summaryContact>

const clientSummary = z.object({
  client: namedClient,
  month: z.string(),
  subject: z.string(),
  lines: listShape(summaryLine),
  contacts: listShape(summaryContact),
})
export type ClientSummary = z.infer<typeof clientSummary>

export const readSummary = call.get('/clients/:id/resumo', {
  id: 'clients.resumo',
  summary: 'Ver o resumo de um mês do cliente',
  of: clients,
  query: z.strictObject({ month }),
  answer: clientSummary,
})

export const sendSummary = call.post('/clients/:id/resumo/enviar', {
  id: 'clients.resumo.enviar',
  summary: 'Enviar o resumo de um mês ao cliente por e-mail',
  of: clients,
  body: z.strictObject({
    month,
    lines: z.array(z.string().max(200)).min(1, 'Marque ao menos uma linha.').max(1_000),
    email: z.string('Escolha para quem enviar.').max(200),
  }),
  answer: doneShape(z.object({ to: z.string() })),
})

export const downloadSummary = call.get('/clients/:id/resumo/pdf', {
  id: 'clients.resumo.pdf',
  summary: 'Baixar o resumo de um mês do cliente em PDF',
  of: clients,
  rate: 'heavy',
  query: z.strictObject({
    month,
    /** Keys of lines that are left out, one after another with commas. */
    left: z.string().max(8_000).default(''),
  }),
  gives: ['application/pdf'],
  answer: 'file',
})
