import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { quietTray, trayNotice } from '#features/support/incoming-mail/bell.server.ts'
import { undoMail } from '#features/support/incoming-mail/by-hand.server.ts'
import { incomingMails, type IncomingMail, type IncomingState } from '#features/support/incoming-mail/incoming.ts'
import { takeMailbox } from '#features/support/incoming-mail/mailbox.server.ts'
import { takePile } from '#features/support/incoming-mail/pile.server.ts'
import { settleWaiting } from '#features/support/incoming-mail/settle.server.ts'
import { discardSeries, leaveSeries } from '#features/support/incoming-mail/series.server.ts'
import { mailTrayRoutes } from '#features/support/incoming-mail/tray.server.ts'
import { daily, rowsGone } from '#parts/chore/chore.ts'
import { forgetRows } from '#parts/file/forget.server.ts'
import { extend } from '#server/extend.ts'
import type { House, ProductMetric, Chore } from '#server/house.ts'
import type { Ctx } from '#server/operation.ts'

/** By whom it was put aside, or back; of a series all go with the first, and each comes back by itself. */
const goes = (state: IncomingState, event: string) => async (row: IncomingMail, ctx: Ctx) => {
  if (row.series !== null) await discardSeries(ctx, row)
  if (row.state === 'serie') await leaveSeries(ctx, row)
  const by = { settler_id: ctx.user.id, settled_at: new Date().toISOString() }
  const gone = await ctx.rows(incomingMails).update(row.id, { state, series: null, ...by }, undefined, event)
  await quietTray(ctx)
  return gone
}

const mail = { one: 'e-mail chegou', many: 'e-mails chegaram', gender: 'm' } as const

/** Takes in what came, by whichever way, and puts it where it belongs; a mailbox that does not answer holds up nothing else. */
const receive: Chore = {
  name: 'correio-recebido',
  title: 'E-mails que chegam',
  about: 'Lê a caixa de correio e o que foi entregue ao comando, e põe cada mensagem no seu chamado ou na bandeja.',
  every: 1,
  run: async (house, { signal }) => {
    let came = await takePile(house, signal)
    const box = await takeMailbox(house, signal).then(
      taken => ({ taken, trouble: null }),
      (trouble: unknown) => ({ taken: 0, trouble }),
    )
    came += box.taken ?? 0
    const { done, failed } = await settleWaiting(house, signal)
    if (box.trouble) throw box.trouble
    if (failed.length) throw failed[0]
    return { said: came ? `${count(came, mail)}.` : 'Nada novo.', figures: { came, done } }
  },
}

/** Days for which the original of a finished mail is stored; its message remains. */
const originalDays = 365
const forget: Chore = {
  name: 'correio-antigo',
  title: 'E-mails recebidos antigos',
  about: 'Esquece o original dos e-mails que viraram mensagem, ou foram recusados ou descartados, há mais de 365 dias.',
  every: daily,
  run: async ({ database }) =>
    rowsGone(
      await forgetRows(database.kysely, {
        table: 'incoming_mails',
        event: 'incoming-mails.esquecer',
        request: 'correio-antigo',
        where: sql`state not in ('recebida', 'bandeja', 'serie') and updated_at < now() - ${originalDays} * interval '1 day'`,
      }),
    ),
}

/** Mails that wait for a person, or for their turn. */
const stateMetric: ProductMetric = {
  name: 'incoming_mails',
  help: 'Mails that came in and wait, to be read or for a person',
  label: 'state',
  count: async db => {
    const { rows } = await sql<{ read: number; tray: number }>`
      select (count(*) filter (where state = 'recebida'))::int as read, (count(*) filter (where state = 'bandeja'))::int as tray
      from incoming_mails where state in ('recebida', 'bandeja') and deleted_at is null`.execute(db)
    return { recebida: rows[0]?.read ?? 0, bandeja: rows[0]?.tray ?? 0 }
  },
}

export const incomingOnServer = (house: () => House): ServerFeature => ({
  extensions: [
    extend(incomingMails, {
      /** Mails without an owner are visible to staff; others are visible within their company. */
      visible: ({ user, alias, declared }) => {
        const at = (column: string) => sql.ref(`${alias}.${column}`)
        const ownerless = sql`(${at('empresa_id')} is null and ${at('person_id')} is null and ${at('client_id')} is null)`
        return isStaff(user) ? sql`(${declared} or ${ownerless})` : declared
      },
      actions: {
        desfazer: (row, ctx) => undoMail(house(), row, ctx),
        descartar: goes('descartada', 'descartar'),
        'devolver-a-bandeja': goes('bandeja', 'devolver-a-bandeja'),
      },
      operations: mailTrayRoutes(house),
    }),
  ],
  chores: [receive, forget],
  metrics: [stateMetric],
  notices: [trayNotice],
  files: [{ of: incomingMails }],
})
