import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { rowKey } from '#kernel/key.ts'
import { isDay } from '#kernel/page.ts'
import { line, oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape, noData, rowShape, valueShape } from '#kernel/wire.ts'
import type { TicketMacro, TicketTurn } from '#features/support/tickets/ticket/macros.ts'
import type { PersonalFind } from '#features/support/tickets/ticket/reuse.ts'
import { ticketSteps } from '#features/support/tickets/ticket/steps.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { ticketMessages, tickets, ticketUploads, type priorities } from '#features/support/tickets/ticket/tickets.ts'
import { fileCalled, sendsFile } from '#parts/file/taken.ts'

const id = z.int().positive()

/** Creates a ticket with its first message: both or neither. */
export const openTicket = call.post('/tickets/abrir', {
  id: 'tickets.abrir',
  summary: 'Abrir um chamado com a primeira mensagem',
  of: tickets,
  writes: [ticketMessages, ticketUploads, ticketSteps],
  audit: 'tickets.store',
  body: z.strictObject({
    ticket: z.record(z.string(), z.unknown(), 'Informe o chamado.'),
    content: line(10_000).refine(Boolean, 'Conte o que houve, com datas e números.'),
    /** The template it began with: its steps go along. */
    template: id.optional(),
  }),
  status: 201,
  answer: doneShape(rowShape(ticketMessages)),
})

/** Lists possible requesters of a client's ticket: its own users. */
export const listRequesters = call.get('/tickets/solicitantes', {
  id: 'tickets.solicitantes',
  summary: 'Ver quem pode ser o solicitante de um chamado do cliente',
  of: tickets,
  query: z.strictObject({ client_id: rowKey }),
  answer: dataShape(listShape(z.object({ id: z.int(), name: z.string(), email: z.string() }))),
})

/** What changes in a ticket besides its messages. */
const ticketChange = z.strictObject({
  turn: z.enum(['aguardar', 'retomar', 'finalizar'], 'Informe aguardar, retomar ou finalizar.').optional(),
  /** The user becomes its owner. */
  mine: z.literal(true).optional(),
  team_id: id.optional(),
  type_id: id.optional(),
  priority: z.enum(['baixa', 'normal', 'alta', 'urgente'] satisfies (keyof typeof priorities)[]).optional(),
  remind_on: z.string().refine(isDay, 'Informe uma data que exista.').optional(),
})
export type TicketChange = z.infer<typeof ticketChange>

/** Writes a message and changes the ticket with it: both or neither. */
export const postMessage = call.post('/tickets/:id/dizer', {
  id: 'tickets.dizer',
  summary: 'Escrever no chamado e mudá-lo, de uma vez',
  of: tickets,
  writes: [ticketMessages, ticketUploads],
  audit: 'ticket-messages.store',
  body: z.strictObject({
    content: line(10_000).refine(Boolean, 'Escreva a mensagem.'),
    internal: z.boolean().default(false),
    mentions: z
      .array(z.strictObject({ person_id: id }))
      .max(20)
      .default([]),
    change: ticketChange,
  }),
  status: 201,
  answer: doneShape(rowShape(ticketMessages)),
})

export const attachToMessage = call.post('/ticket-messages/:id/anexar', {
  ...sendsFile,
  id: 'ticket-messages.anexar',
  summary: 'Anexar um arquivo à mensagem',
  of: ticketMessages,
  writes: [ticketUploads],
  audit: 'ticket-uploads.store',
  query: z.strictObject({ name: fileCalled }),
  status: 201,
  answer: doneShape(rowShape(ticketUploads)),
})

export const splitTicket = call.post('/tickets/:id/dividir', {
  id: 'tickets.dividir',
  summary: 'Separar mensagens em outro chamado',
  of: tickets,
  writes: [ticketMessages, ticketUploads],
  audit: 'tickets.store',
  body: z.strictObject({
    name: oneLine(160).refine(Boolean, 'Dê um título ao novo chamado.'),
    messages: z
      .array(z.uuid('Informe identificadores de mensagens.'), 'Informe a lista de mensagens.')
      .min(1, 'Escolha ao menos uma mensagem.')
      .max(500, 'Escolha no máximo 500 mensagens por vez.'),
  }),
  status: 201,
  answer: doneShape(rowShape(tickets)),
})

const another = z.strictObject({ into: rowKey })
const mergedTicket = z.object({
  number: z.int(),
  name: z.string(),
  client: z.string(),
  messages: z.int(),
  notes: z.int(),
  files: z.int(),
})
/** One of two tickets that are merged, with how much it has. */
export type MergedTicket = z.infer<typeof mergedTicket>

export const previewMerge = call.get('/tickets/:id/mesclar', {
  id: 'tickets.mesclar.ver',
  summary: 'Ver o que acontece ao mesclar um chamado em outro',
  of: tickets,
  query: another,
  answer: dataShape(
    z.object({ from: mergedTicket, into: mergedTicket, able: z.boolean(), refusals: listShape(z.string()) }),
  ),
})
export const mergeTicket = call.put('/tickets/:id/mesclar', {
  id: 'tickets.mesclar',
  summary: 'Mesclar o chamado em outro do mesmo cliente',
  of: tickets,
  body: another,
  answer: doneShape(rowShape(tickets)),
})
export const unmergeTicket = call.put('/tickets/:id/separar', {
  id: 'tickets.separar',
  summary: 'Separar o chamado daquele em que continuava',
  of: tickets,
  answer: doneShape(rowShape(tickets)),
})

const macroUse = z.strictObject({
  macro: rowKey,
  ids: z
    .array(rowKey, 'Informe a lista de chamados.')
    .min(1, 'Escolha ao menos um chamado.')
    .max(100, 'Escolha no máximo 100 chamados por vez.'),
})
/** Which macro is used on which tickets. */
export type MacroUse = z.infer<typeof macroUse>
const macroPreview = z.object({
  version: z.int(),
  kind: valueShape<TicketMacro['kind']>(string),
  change: z.object({
    turn: valueShape<TicketTurn>(string).nullable(),
    mine: z.boolean().nullable(),
    team_id: z.int().nullable(),
    type_id: z.int().nullable(),
    priority: valueShape<keyof typeof priorities>(string).nullable(),
    remind_on: z.string().nullable(),
  }),
  /** The same in words, one thing after another. */
  changes: listShape(z.object({ label: z.string(), value: z.string() })),
  rows: listShape(
    z.object({
      uuid: z.string(),
      number: z.int(),
      name: z.string(),
      /** The text as it would be sent in this ticket; null where the macro has none. */
      content: z.string().nullable(),
      /** Why the macro cannot be applied to this ticket. */
      why: listShape(z.string()),
    }),
  ),
})
/** What a macro would do to some tickets. */
export type MacroPreview = z.infer<typeof macroPreview>

export const previewMacro = call.post('/tickets/macro/ver', {
  id: 'tickets.macro.ver',
  summary: 'Ver o que uma macro faz nestes chamados',
  of: tickets,
  rate: 'heavy',
  audit: null,
  body: macroUse,
  answer: dataShape(macroPreview),
})
export const applyMacro = call.put('/tickets/macro', {
  id: 'tickets.macro',
  summary: 'Aplicar uma macro a chamados',
  of: tickets,
  writes: [ticketMessages],
  rate: 'heavy',
  body: macroUse.extend({
    /** Of the macro, as it was shown. */
    version: id,
    /** Whether its text is sent in each of them. */
    text: z.enum(['enviar', 'deixar'], 'Diga se o texto é enviado.'),
  }),
  answer: doneShape(z.object({ changed: z.int(), said: z.int() })),
})

export const fillTextModule = call.get('/tickets/:id/textos-prontos/:text', {
  id: 'tickets.texto-pronto',
  summary: 'Preencher um texto pronto com o que se sabe do chamado',
  of: tickets,
  answer: dataShape(z.object({ content: z.string() })),
})

const optionalKey = z.coerce.number<number>().int().positive().optional()
const ticketFacts = z.strictObject({
  client_id: optionalKey,
  requester_id: optionalKey,
  collect_id: optionalKey,
  station_id: optionalKey,
  station_link_id: optionalKey,
})
/** What is known of a ticket before it is opened. */
export type KnownOfTicket = z.infer<typeof ticketFacts>

export const fillTemplate = call.get('/ticket-templates/:id/preencher', {
  id: 'ticket-templates.preencher',
  summary: 'Preencher a primeira mensagem de um modelo',
  of: ticketTemplates,
  query: ticketFacts,
  answer: dataShape(z.object({ content: z.string().nullable() })),
})

/** Adds the steps of a template to a ticket that is open already. */
export const addTemplateSteps = call.put('/tickets/:id/passos', {
  id: 'tickets.passos',
  summary: 'Pôr no chamado os passos de um modelo',
  of: tickets,
  writes: [ticketSteps],
  audit: 'ticket-steps.store',
  body: z.strictObject({ template: z.union([rowKey, id], 'Escolha um modelo.') }),
  answer: doneShape(z.object({ added: z.int() })),
})

/** Reads a staff answer without what is specific to one client, and what was taken out of it. */
export const previewReuse = call.get('/ticket-messages/:id/aproveitar', {
  id: 'ticket-messages.aproveitar',
  summary: 'Ver uma resposta sem o que é só de um cliente',
  of: ticketMessages,
  query: z.strictObject({ para: z.enum(['texto', 'informativo'], 'Informe texto ou informativo.') }),
  answer: dataShape(
    z.object({
      content: z.string(),
      found: listShape(
        z.object({ what: valueShape<PersonalFind['what']>(string), said: z.string(), instead: z.string() }),
      ),
    }),
  ),
})

export const readMessageDraft = call.get('/tickets/:id/rascunho', {
  id: 'tickets.rascunho',
  summary: 'Ver o próprio rascunho no chamado',
  of: tickets,
  answer: dataShape(z.object({ answer: z.string(), note: z.string() })),
})
export const saveMessageDraft = call.put('/tickets/:id/rascunho', {
  id: 'tickets.rascunho.guardar',
  summary: 'Guardar o próprio rascunho no chamado',
  of: tickets,
  // What was not sent is no change of the ticket.
  audit: null,
  body: z.strictObject({ answer: line(10_000, true).default(''), note: line(10_000, true).default('') }),
  answer: doneShape(noData),
})

const writingModes = ['resposta', 'nota'] as const
const presentColleague = z.object({
  id: z.int(),
  name: z.string(),
  /** What they write; null while they write nothing. */
  writing: valueShape<(typeof writingModes)[number]>(string).nullable(),
})
/** A colleague who has the ticket open. */
export type PresentColleague = z.infer<typeof presentColleague>

/** Records that a user is in a ticket, and answers who else is. */
export const reportPresence = call.post('/tickets/:id/presenca', {
  id: 'tickets.presenca',
  summary: 'Dizer que está no chamado, e ver quem mais está',
  of: tickets,
  audit: null,
  transaction: 'own',
  body: z.strictObject({
    writing: z.enum(writingModes, 'Informe resposta ou nota.').nullable(),
    /** The screen is being left. */
    left: z.boolean().optional(),
  }),
  answer: dataShape(listShape(presentColleague)),
})
