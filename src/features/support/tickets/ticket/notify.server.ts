import { isStaff } from '#kernel/access.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { DeskFacts, Hearer } from '#features/support/tickets/ticket/who.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { notify, type NoticeCtx } from '#parts/notice/notice.server.ts'
import { tellAssigned } from '#parts/person/told.server.ts'
import type { Ctx } from '#server/operation.ts'

const ofTickets = { of: [tickets.path], inDigest: true } as const

const called: NoticeKind = {
  ...ofTickets,
  name: 'chamado-mencao',
  label: 'Menções em chamados',
  about: 'Alguém da equipe chama você, com @, numa mensagem ou nota.',
  team: true,
}
const clientWrote: NoticeKind = {
  ...ofTickets,
  name: 'chamado-cliente',
  label: 'Cliente escreveu ou reabriu',
  about: 'O cliente escreve num chamado seu, ou o reabre.',
  team: true,
}
const noted: NoticeKind = {
  ...ofTickets,
  name: 'chamado-equipe',
  label: 'Colega escreveu em chamado seu',
  about: 'Outra pessoa da equipe responde ou anota num chamado seu.',
  team: true,
}
const answered: NoticeKind = {
  ...ofTickets,
  name: 'chamado-resposta',
  label: 'Respostas aos seus chamados',
  about: 'A consultoria responde a um chamado que você abriu.',
  // It goes by mail at once.
  inDigest: false,
}
const reminded: NoticeKind = {
  ...ofTickets,
  name: 'chamado-lembrete',
  label: 'Lembretes de chamados',
  about: 'Chega o dia de um chamado seu com Lembrar em.',
  team: true,
}
export const ticketNotices: readonly NoticeKind[] = [called, clientWrote, noted, answered, reminded]

type NamedTicket = Pick<DeskFacts, 'id' | 'uuid' | 'name' | 'owner_id'> & Partial<Pick<DeskFacts, 'question'>>
/** The content of a notice about a message; of a note, for staff. */
export interface MessageNotice {
  readonly uuid: string
  readonly content: string
  readonly internal: boolean
  /** Ids of colleagues it calls. */
  readonly mentions: readonly number[]
}
const about = ({ uuid }: NamedTicket) => ({ of: tickets, uuid })
const ticketName = ({ id, name }: NamedTicket) => `#${id} ${name}`

/** Notifies the new owner of a ticket. */
export const tellOwner = (ctx: Ctx, ticket: NamedTicket, was: number | null = null) =>
  tellAssigned(ctx, { ...about(ticket), was, person: ticket.owner_id, what: `pelo chamado ${ticketName(ticket)}` })

/** Its owner, of the day they wanted to come back to it. */
export const tellReminded = async (ctx: NoticeCtx, ticket: NamedTicket) =>
  notify(ctx, {
    ...about(ticket),
    kind: reminded,
    to: ticket.owner_id === null ? [] : [ticket.owner_id],
    title: `Hoje: ${ticketName(ticket)}`,
  })

/** Its owner, of what the client does. */
export const tellReopened = async (ctx: Ctx, ticket: NamedTicket) => {
  if (ticket.owner_id !== null && !isStaff(ctx.user))
    await notify(ctx, {
      ...about(ticket),
      kind: clientWrote,
      to: [ticket.owner_id],
      title: `O cliente reabriu ${ticketName(ticket)}`,
    })
}

/** All whom a message concerns: of a note, colleagues alone. */
export async function tellMessage(ctx: Ctx, ticket: NamedTicket, message: MessageNotice, hearers: readonly Hearer[]) {
  const mentioned = message.mentions
  await notify(ctx, {
    ...about(ticket),
    kind: called,
    to: mentioned,
    title: `${ctx.user.name} chamou você em ${ticketName(ticket)}`,
  })
  if (ticket.owner_id !== null && !mentioned.includes(ticket.owner_id))
    await notify(ctx, {
      ...about(ticket),
      kind: isStaff(ctx.user) ? noted : clientWrote,
      to: [ticket.owner_id],
      title: `${ctx.user.name} ${message.internal ? 'anotou' : 'escreveu'} em ${ticketName(ticket)}`,
    })
  if (!message.internal && isStaff(ctx.user))
    await notify(ctx, {
      ...about(ticket),
      kind: answered,
      to: hearers.map(({ id }) => id),
      title: ticket.question ? `A consultoria pergunta: ${ticket.name}` : `Resposta em ${ticketName(ticket)}`,
    })
}
