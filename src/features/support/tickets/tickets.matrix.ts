import { sql } from 'kysely'
import { ticketMacros } from '#features/support/tickets/ticket/macros.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { textModules, ticketMessages, tickets } from '#features/support/tickets/ticket/tickets.ts'
import {
  accessOf,
  clientCases,
  foreignOwner,
  owners,
  responsibleCases,
  sees,
  type MatrixCase,
  type MatrixCases,
} from '#test/support/matrix/cases.ts'
import type { Owner, Principal, World } from '#test/support/world.ts'

/** Cases on a ticket by its key: of an own client, and of a foreign one. People of clients see only the tickets they opened. */
const ticketCases = (
  world: World,
  who: Principal,
  url: (ticket: string) => string,
  body?: unknown,
): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: url(world.target('tickets', owner)?.uuid ?? ''),
    ...(body !== undefined && { body }),
    status: accessOf[who].role !== 'client' && sees(who, owner) ? 200 : 404,
  }))

/** A ticket of an own client and of a foreign one, with the status of an act on it. */
const ticketTargets = (world: World, who: Principal) =>
  owners.map(owner => ({
    about: owner,
    uuid: world.target('tickets', owner)?.uuid,
    status: sees(who, owner) ? 200 : 404,
  }))

/** A macro without a message, which changes one field. */
const emptyMacro = {
  content: null,
  turn: null,
  mine: true,
  team_id: null,
  type_id: null,
  priority: null,
  remind_in: null,
}

export const ticketsMatrix: MatrixCases = {
  'tickets.abrir': (world, who) => {
    const { sees } = accessOf[who]
    const owner = sees[0] ?? 'A1'
    const foreign = foreignOwner(who)
    const of = (each: Owner) => {
      const { name, client_id, module_id, type_id } = { ...world.draft(tickets, each) }
      return { ticket: { name, client_id, module_id, type_id }, content: 'Desde ontem.' }
    }
    return [
      // The history has the ticket and its message.
      {
        about: 'own',
        url: 'tickets/abrir',
        body: of(owner),
        status: 201,
        audits: 2,
        besides: ['ticket-messages.store'],
      },
      ...(foreign ? [{ about: 'foreign', url: 'tickets/abrir', body: of(foreign), status: 422 }] : []),
    ]
  },
  // People of clients neither announce themselves nor see which staff are present.
  'tickets.presenca': (world, who) =>
    ticketCases(world, who, ticket => `tickets/${ticket}/presenca`, { writing: null }),
  'tickets.rascunho': (world, who) => ticketCases(world, who, ticket => `tickets/${ticket}/rascunho`),
  'tickets.rascunho.guardar': (world, who) =>
    ticketCases(world, who, ticket => `tickets/${ticket}/rascunho`, { answer: 'Bom dia', note: '' }),
  'tickets.texto-pronto': async (world, who) => {
    const { uuid } = await world.make(textModules, 'A1', { content: 'Bom dia' })
    return ticketCases(world, who, ticket => `tickets/${ticket}/textos-prontos/${uuid}`)
  },
  'tickets.mesclar.ver': (world, who) =>
    Promise.all(
      owners.map(async owner => ({
        about: owner,
        url: `tickets/${(await world.make(tickets, owner)).uuid}/mesclar?into=${world.target('tickets', owner)?.uuid}`,
        status: sees(who, owner) ? 200 : 404,
      })),
    ),
  'tickets.mesclar': async (world, who) =>
    Promise.all(
      owners.map(async owner => {
        const [from, into] = [await world.make(tickets, owner), await world.make(tickets, owner)]
        return {
          about: owner,
          url: `tickets/${from.uuid}/mesclar`,
          body: { into: into.uuid },
          status: sees(who, owner) ? 200 : 404,
        }
      }),
    ),
  // The ticket was not merged into another.
  'tickets.separar': (world, who) =>
    ticketCases(world, who, ticket => `tickets/${ticket}/separar`).map(each => ({
      ...each,
      ...(each.status === 200 && { status: 409 }),
    })),
  // The message and the change are two rows of history.
  'tickets.dizer': (world, who) =>
    ticketCases(world, who, ticket => `tickets/${ticket}/dizer`, { content: 'Vimos.', change: { mine: true } }).map(
      each => ({
        ...each,
        ...(each.status === 200 && { status: 201 }),
        audits: 2,
        besides: ['tickets.update'],
        before: () => sql`update tickets set owner_id = null`.execute(world.db),
      }),
    ),
  'tickets.macro.ver': async (world, who) => {
    const macro = (await world.make(ticketMacros, 'A1', emptyMacro)).uuid
    return ticketTargets(world, who).map(({ about, uuid, status }) => ({
      about,
      url: 'tickets/macro/ver',
      body: { macro, ids: [uuid] },
      status,
    }))
  },
  'tickets.macro': async (world, who) => {
    const macro = await world.make(ticketMacros, 'A1', emptyMacro)
    return ticketTargets(world, who).map(({ about, uuid, status }) => ({
      about,
      url: 'tickets/macro',
      body: { macro: macro.uuid, ids: [uuid], version: 1, text: 'deixar' },
      status,
      before: () => sql`update tickets set owner_id = null`.execute(world.db),
    }))
  },
  // The history has the new ticket, its message, and the ticket the message was in.
  'tickets.dividir': (world, who) =>
    Promise.all(
      owners.map(async owner => {
        const ticket = await world.make(tickets, owner)
        const said = { ticket_id: ticket.id, parent_id: null, mentions: [] }
        await world.make(ticketMessages, owner, said)
        const { uuid } = await world.make(ticketMessages, owner, said)
        return {
          about: owner,
          url: `tickets/${ticket.uuid}/dividir`,
          body: { name: 'Outro assunto', messages: [uuid] },
          status: sees(who, owner) ? 201 : 404,
          audits: 3,
          besides: ['ticket-messages.dividir', 'tickets.dividir'],
        }
      }),
    ),
  'tickets.passos': async (world, who) => {
    const template = await world.make(ticketTemplates, 'A1', { checklist: [{ name: 'Conferir', required: false }] })
    return ticketCases(world, who, ticket => `tickets/${ticket}/passos`, { template: template.id })
  },
  'tickets.solicitantes': (world, who) => clientCases(world, who, client => `tickets/solicitantes?client_id=${client}`),
  'ticket-templates.preencher': async world => {
    const { uuid } = await world.make(ticketTemplates, 'A1', { content: 'Bom dia', audience: 'todos' })
    return [{ about: 'for all', url: `ticket-templates/${uuid}/preencher`, status: 200 }]
  },
  'ticket-messages.aproveitar': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: `ticket-messages/${world.target('ticket-messages', owner)?.uuid}/aproveitar?para=texto`,
      status: sees(who, owner) ? 200 : 404,
    })),
  'tickets.responsavel': (world, who) => responsibleCases(world, who, 'tickets', 'owner_id'),
}
