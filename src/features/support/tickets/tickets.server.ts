import { sql } from 'kysely'
import { isStaff, permission } from '#kernel/access.ts'
import { invalid } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { attachToMessage, openTicket } from '#features/support/tickets/ticket/api.ts'
import { firstMessage } from '#features/support/tickets/ticket/first-message.ts'
import { prepareAnswer } from '#features/support/tickets/messages/answer-mail.server.ts'
import { requestersRoute } from '#features/support/tickets/requesters.server.ts'
import { changeTicket } from '#features/support/tickets/changes/change.server.ts'
import { replyDue } from '#features/support/tickets/due/due.server.ts'
import { macroRoutes, macroRules } from '#features/support/tickets/macros/macros.server.ts'
import { refuseMoved, refuseOpenQuestions } from '#features/support/tickets/ticket/question.server.ts'
import { reminderOf, remindersChore } from '#features/support/tickets/due/remind.server.ts'
import { reuseRoute } from '#features/support/tickets/texts/reuse.server.ts'
import { postingRoute } from '#features/support/tickets/conversation/say.server.ts'
import { splitRoute } from '#features/support/tickets/merge/split.server.ts'
import { progressSql, refuseUnfinished, stepRules, stepsRoute } from '#features/support/tickets/steps/steps.server.ts'
import { templateRules } from '#features/support/tickets/templates/templates.server.ts'
import {
  followMessage,
  refuseClosed,
  refuseMisplaced,
  refuseUncalled,
  reopenTicket,
} from '#features/support/tickets/messages/messages.server.ts'
import { messageDraftRoutes, messageDraftsChore } from '#features/support/tickets/conversation/drafts.server.ts'
import { mergeRoutes } from '#features/support/tickets/merge/merge.server.ts'
import { presenceRoute } from '#features/support/tickets/presence/presence.server.ts'
import { textRoute, refuseUnfilled } from '#features/support/tickets/texts/text.server.ts'
import { openingRoute } from '#features/support/tickets/changes/open.server.ts'
import {
  notTheirMessage,
  textModules,
  ticketMessages,
  tickets,
  ticketStates,
  ticketUploads,
} from '#features/support/tickets/ticket/tickets.ts'
import { attachStored, ticketShelf } from '#features/support/tickets/messages/shelf.server.ts'
import { tellOwner, tellReopened, ticketNotices } from '#features/support/tickets/ticket/notify.server.ts'
import { deskFactsOf, refuseBlind, refuseStranger } from '#features/support/tickets/ticket/who.server.ts'
import { refuseOverflow, takeRoom } from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { amongColleagues, refuseOthers, signed } from '#parts/note/note.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const attachRoute = serve(attachToMessage, async (ctx, { id, query, body }) => {
  const message = await ctx.rows(ticketMessages).find(id)
  refuseOthers(message.user_id, ctx, notTheirMessage)
  await refuseClosed(message.ticket_id, ctx)
  await refuseOverflow(ctx, ticketShelf, message.ticket_id, body.length)
  const file = await receiveFile(ctx, query.name, body)
  const made = await ctx.transact(async inner => {
    await takeRoom(inner, ticketShelf, message.ticket_id, file.size)
    await refuseClosed(message.ticket_id, inner)
    return attachStored(inner, message, file)
  })
  return new Answer(201, doneAnswer(201, 'Arquivo anexado com sucesso.', made))
})

type TicketDraft = Partial<StoredOf<typeof tickets>>

/** Refuses an owner who could not see the ticket, or a requester of another client: new ones, or both if the client changes. */
async function refusePeople(ctx: Ctx, draft: TicketDraft, before: TicketDraft = {}) {
  const { client_id: client, owner_id: owner, requester_id: requester } = { ...before, ...draft }
  if (client === undefined) return
  const moved = client !== before.client_id
  if (owner && (moved || owner !== before.owner_id)) await refuseBlind(ctx, client, [{ person: owner, at: 'owner_id' }])
  if (requester && (moved || requester !== before.requester_id)) await refuseStranger(ctx, client, requester)
}

const ticketRules = extend(tickets, {
  operations: [
    openingRoute,
    presenceRoute,
    textRoute,
    postingRoute,
    splitRoute,
    requestersRoute,
    stepsRoute,
    ...messageDraftRoutes,
    ...mergeRoutes,
    ...macroRoutes,
  ],
  derived: { number: alias => `${alias}.id`, progress: progressSql },
  beforeCreate: async (given, ctx) => {
    await refusePeople(ctx, given)
    const draft = { ...given, ...reminderOf(ctx, given, null) }
    return {
      ...draft,
      ...(isStaff(ctx.user) ? {} : { requester_id: ctx.user.id }),
      status_id: await statusOf(ctx, 'Ticket', 'em-aberto'),
      opened_user_id: ctx.user.id,
      reply_by: await replyDue(ctx.sql, draft, new Date()),
    }
  },
  beforeUpdate: async (draft, row, ctx) => {
    refuseMoved(draft, row)
    await refusePeople(ctx, draft, row)
    await refuseUnfinished(ctx, draft, row)
    if (draft.owner_id && draft.owner_id !== row.owner_id) await tellOwner(ctx, { ...row, owner_id: draft.owner_id })
    const itself = draft.related?.findIndex(({ ticket_id }) => ticket_id === row.id) ?? -1
    if (itself >= 0) throw invalid({ [`related.${itself}.ticket_id`]: 'É o próprio chamado. Escolha outro.' })
    return { ...draft, ...reminderOf(ctx, draft, row.remind_on) }
  },
  afterCreate: async ({ id }, ctx) => tellOwner(ctx, await deskFactsOf(ctx, id)),
  beforeTurn: (ids, active, ctx) => (active ? undefined : refuseOpenQuestions(ctx, ids, 'inativar')),
  beforeRemove: ({ id }, ctx) => refuseOpenQuestions(ctx, [id], 'excluir'),
  beforeRevive: (row, ctx) => refusePeople(ctx, row),
  /** Clients see tickets they opened or are the requester of, and all questions about their coletas. */
  visible: ({ user, alias, declared }) =>
    isStaff(user)
      ? declared
      : sql`(${declared} and (${sql.ref(`${alias}.question`)}
          or ${user.id} in (${sql.ref(`${alias}.opened_user_id`)}, ${sql.ref(`${alias}.requester_id`)})))`,
  actions: {
    assumir: ({ id }, ctx) => ctx.rows(tickets).update(id, { owner_id: ctx.user.id }, undefined, 'assumir'),
    aguardar: (row, ctx) => changeTicket(ctx, row, { turn: 'aguardar' }),
    retomar: (row, ctx) => changeTicket(ctx, row, { turn: 'retomar' }),
    finalizar: (row, ctx) => changeTicket(ctx, row, { turn: 'finalizar' }),
    reabrir: async (row, ctx) => {
      await tellReopened(ctx, await deskFactsOf(ctx, row.id))
      return reopenTicket(ctx, row)
    },
  },
})

const messageRules = extend(ticketMessages, {
  lockedAfter: ['ticket'],
  operations: [attachRoute, reuseRoute],
  derived: {
    closed: alias =>
      `exists (select 1 from tickets ct left join statuses cs on cs.id = ct.status_id where ct.id = ${alias}.ticket_id
        and (not ct.active or cs.name = '${ticketStates.settled}'))`,
    from_team: alias =>
      `exists (select 1 from users fu join profiles fp on fp.id = fu.profile_id where fu.id = ${alias}.user_id and fp.audience = 'equipe')`,
  },
  /** Notes are visible to staff alone, through every way of access. */
  visible: ({ user, alias, declared }) =>
    isStaff(user) ? declared : sql`(${declared} and not ${sql.ref(`${alias}.internal`)})`,
  guard: ({ user_id, ticket_id }, ctx) => {
    refuseOthers(user_id, ctx, notTheirMessage)
    return refuseClosed(ticket_id, ctx)
  },
  beforeCreate: async (draft, ctx) => {
    await refuseMisplaced(draft, ctx)
    return signed(draft, ctx)
  },
  afterCreate: followMessage,
  beforeUpdate: async (draft, row, ctx) => {
    if (draft.ticket_id !== undefined && draft.ticket_id !== row.ticket_id)
      throw invalid({ ticket_id: 'Uma mensagem não muda de chamado.' })
    // An answer was read and mailed; a note was written to be read by nobody else.
    if (draft.internal !== undefined && draft.internal !== row.internal)
      throw invalid({ internal: 'Uma nota não vira resposta, nem o contrário: escreva outra mensagem.' })
    await refuseUncalled(draft, row.ticket_id, ctx)
    return draft
  },
})

const uploadRules = extend(ticketUploads, {
  lockedAfter: ['ticket'],
  visible: ({ user, alias, declared }) =>
    isStaff(user)
      ? declared
      : sql`(${declared} and exists (
          select 1 from ticket_messages um where um.id = ${sql.ref(`${alias}.message_id`)} and not um.internal))`,
  guard: ({ user_id, ticket_id }, ctx) => {
    refuseOthers(user_id, ctx, 'Só quem enviou o anexo pode excluí-lo.')
    return refuseClosed(ticket_id, ctx)
  },
})

const moduleRules = extend(textModules, {
  visible: amongColleagues,
  beforeCreate: draft => {
    refuseUnfilled(draft.content)
    return draft
  },
  beforeUpdate: draft => {
    refuseUnfilled(draft.content)
    return draft
  },
})

export const ticketsOnServer: ServerFeature = {
  extensions: [ticketRules, messageRules, uploadRules, moduleRules, stepRules, templateRules, macroRules],
  notices: ticketNotices,
  drafts: [
    {
      form: { ...tickets, fields: { ...tickets.fields, message: firstMessage } },
      of: tickets,
      makes: [openTicket.id],
      changes: [permission(tickets, 'update')],
    },
  ],
  chores: [remindersChore, messageDraftsChore],
  mails: { 'resposta-chamado': prepareAnswer },
  files: [{ of: ticketUploads, sent: true, passing: true }],
  burdens: [
    {
      of: tickets,
      by: 'owner_id',
      follows: false,
      open: sql`t.active and t.status_id in (select id from statuses where model = 'Ticket' and slug <> 'finalizado')`,
      client: sql`t.client_id`,
      name: sql`'#' || t.id || ' ' || t.name`,
    },
  ],
}
