import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { owners, rowCases, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Owner, Principal, World } from '#test/support/world.ts'

/** Cases that put a mail of the tray into a ticket: for an own client, and for a foreign one. */
const trayCases = (
  world: World,
  who: Principal,
  act: string,
  body: (owner: Owner) => object,
): Promise<readonly MatrixCase[]> =>
  Promise.all(
    owners.map(async owner => ({
      about: owner,
      url: `incoming-mails/${(await world.make(incomingMails, owner)).uuid}/${act}`,
      body: body(owner),
      status: sees(who, owner) ? 200 : 404,
      // The message is written, and a new ticket where the mail opens one.
      audits: act === 'abrir' ? 3 : 2,
      besides: ['ticket-messages.store', ...(act === 'abrir' ? ['tickets.store'] : [])],
    })),
  )

export const incomingMailMatrix: MatrixCases = {
  'incoming-mails.juntar': (world, who) =>
    trayCases(world, who, 'juntar', owner => ({ ticket_id: world.target('tickets', owner)?.id })),
  'incoming-mails.abrir': (world, who) =>
    trayCases(world, who, 'abrir', owner => ({
      client_id: world.target('clients', owner)?.id,
      module_id: 1,
      type_id: 1,
    })),
  // The originals of these mails are not stored.
  'incoming-mails.original': (world, who) =>
    rowCases(world, who, 'incoming-mails', 404, mail => `incoming-mails/${mail}/original`),
}
