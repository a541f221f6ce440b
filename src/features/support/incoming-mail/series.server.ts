import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { ringForTray } from '#features/support/incoming-mail/bell.server.ts'
import { incomingMails, type IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import type { NoticeCtx } from '#parts/notice/notice.server.ts'
import type { Ctx, Sql } from '#server/operation.ts'

// What one address sends beyond its number of an hour waits in the tray as one mail, with their number.

/** Why the first of a series waits: '175 e-mails de Ana Lima além dos 30 …'. */
const whyOf = (many: number, whose: string, perHour: number) =>
  `${count(many, { one: 'e-mail', many: 'e-mails', gender: 'm' })} de ${whose} além dos ${perHour} que um endereço manda em uma hora.`

interface SeriesOf {
  /** Whose the mails are, in words. */
  readonly whose: string
  readonly perHour: number
}
/** A mail of the tray joins the series of its sender, or begins it; the people who may settle it are notified. */
export async function joinSeries(ctx: NoticeCtx, id: number, { whose, perHour }: SeriesOf): Promise<void> {
  const db = ctx.sql
  const { rows } = await sql<{ id: number; series: number }>`
    select first.id, first.series from incoming_mails first join incoming_mails m on m.id = ${id} and m.sender = first.sender
      and m.empresa_id is not distinct from first.empresa_id
    where first.series is not null and first.state = 'bandeja' and first.deleted_at is null and first.id <> ${id}
    order by first.id limit 1 for update of first`.execute(db)
  const [first] = rows
  const many = (first?.series ?? 0) + 1
  if (first) await sql`update incoming_mails set state = 'serie' where id = ${id}`.execute(db)
  const shown = first?.id ?? id
  await sql`
    update incoming_mails set series = ${many}, why = ${whyOf(many, whose, perHour)}, version = version + 1, updated_at = now()
    where id = ${shown}`.execute(db)
  await ringForTray(ctx, shown)
}

/** The other mails of the series that a mail of the tray represents. */
const othersOf = ({ id }: Pick<IncomingMail, 'id'>) => sql`
  select m.id from incoming_mails m join incoming_mails first on first.id = ${id} and first.sender = m.sender
    and first.empresa_id is not distinct from m.empresa_id
  where m.state = 'serie' and m.deleted_at is null order by m.id`

/** Puts the others of a series aside with its first mail, each with its own history. */
export async function discardSeries(ctx: Ctx, mail: IncomingMail): Promise<void> {
  const { rows } = await sql<{ id: number }>`${othersOf(mail)}`.execute(ctx.sql)
  const by = { settler_id: ctx.user.id, settled_at: new Date().toISOString() }
  for (const { id } of rows)
    await ctx.rows(incomingMails).update(id, { state: 'descartada', ...by }, undefined, 'descartar')
}

/** Where the first mail of a series goes its own way, the next one represents those that are left. */
export async function passSeries(db: Sql, mail: Pick<IncomingMail, 'id'>): Promise<void> {
  const { rows } = await sql<{ series: number | null; why: string | null }>`
    select series, why from incoming_mails where id = ${mail.id} for update`.execute(db)
  const { series } = rows[0] ?? { series: null }
  if (series === null) return
  const left = await sql<{ id: number; n: number }>`
    select min(id) as id, count(*)::int as n from incoming_mails where id in (${othersOf(mail)}) having count(*) > 0`.execute(
    db,
  )
  await sql`update incoming_mails set series = null where id = ${mail.id}`.execute(db)
  const [next] = left.rows
  if (next)
    await sql`
      update incoming_mails set state = 'bandeja', series = ${next.n}, why = regexp_replace(${rows[0]?.why ?? ''}, '^\\d[\\d.]* e-mails?', ${count(next.n, { one: 'e-mail', many: 'e-mails', gender: 'm' })}),
        version = version + 1, updated_at = now() where id = ${next.id}`.execute(db)
}

/** A mail that comes back from a series to the tray is counted there no more. */
export const leaveSeries = ({ sql: db }: Ctx, mail: IncomingMail) =>
  sql`
    update incoming_mails first set series = first.series - 1, version = first.version + 1, updated_at = now(),
      why = regexp_replace(first.why, '^\\d[\\d.]*', (first.series - 1)::text)
    from incoming_mails m where m.id = ${mail.id} and m.state = 'serie' and first.sender = m.sender
      and first.empresa_id is not distinct from m.empresa_id and first.series > 1 and first.state = 'bandeja'`.execute(
    db,
  )
