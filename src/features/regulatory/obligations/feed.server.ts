import * as z from 'zod'
import { can, type User } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { eventOf } from '#features/regulatory/obligations/feed.ts'
import { calendarText, type CalendarEvent } from '#features/regulatory/obligations/ics.ts'
import { standings, type FromCollects } from '#features/regulatory/obligations/load.server.ts'
import { publicUrl } from '#server/config.ts'
import { Answer, operation, type AnyOperation, type Ctx, type Sql } from '#server/operation.ts'

/** Days behind and ahead of today. */
const reach = { back: 60, ahead: 365 }

/** Answers more events of the calendar's owner; `at` is the product's address, `owner` the owner's uuid. */
export type OwnEvents = (
  ctx: Ctx,
  span: { readonly from: string; readonly to: string; readonly today: string },
  told: { readonly at: string; readonly owner: string },
) => Promise<readonly CalendarEvent[]>

/** The calendar a private link opens, as its holder would see it now: rights, company and clients are read at each visit. */
export const feedOperation = (
  collects: FromCollects,
  holderOf: (sql: Sql, token: string) => Promise<User | null>,
  own: OwnEvents,
): AnyOperation =>
  operation<{ token: string }>({
    id: 'calendar.feed',
    summary: 'Ler o calendário de obrigações por um link particular',
    method: 'GET',
    url: '/calendar/:token.ics',
    access: 'public',
    scope: 'self',
    rate: 'auth',
    audit: null,
    params: z.object({ token: z.string() }),
    caller: (sql, { token }) => holderOf(sql, token),
    answers: { 200: 'file' },
    gives: ['text/calendar; charset=utf-8'],
    handle: async ctx => {
      if (!can(ctx.user, 'obligations.index') || ctx.user.redefinir_senha_apos_login) throw problem('missing')
      const now = new Date()
      const today = dayIn(now).day
      const span = { from: dayAfter(today, -reach.back), to: dayAfter(today, reach.ahead) }
      const found = await standings(ctx, collects, span, today)
      const from = { at: publicUrl(ctx.config), owner: ctx.user.uuid }
      const name = `Prazos · ${ctx.config.APP_NAME}`
      const events = [...found.map(each => eventOf(each, from)), ...(await own(ctx, { ...span, today }, from))]
      const text = calendarText({ name, events }, now.toISOString())
      return new Answer(200, text, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="prazos.ics"',
        'Cache-Control': 'no-store',
      })
    },
  })
