import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { notify, type NoticeCtx } from '#parts/notice/notice.server.ts'
import { notices, type NoticeKind } from '#parts/notice/notices.ts'

export const trayNotice: NoticeKind = {
  name: 'correio-bandeja',
  label: 'E-mails na bandeja',
  about: 'Um e-mail de uma pessoa conhecida, ou sobre um chamado, espera que alguém diga onde fica.',
  of: [],
  team: true,
  inDigest: true,
}

/** Whether a mail is of somebody known: a user, a client, or a contact of clients. */
const isOfKnown = (mail: string) => {
  const at = (column: string) => sql.ref(`${mail}.${column}`)
  return sql`(${at('person_id')} is not null or ${at('client_id')} is not null or exists (
    select 1 from clients known where known.deleted_at is null and (known.email = ${at('sender')}
      or exists (select 1 from clients_mails k where k.parent_id = known.id and k.mail = ${at('sender')}))))`
}
/** Whether it is among the mails a user's company settles; what is nobody's yet is everybody's. */
const isOfCompany = (mail: string, user: string) => {
  const at = (column: string) => sql.ref(`${mail}.${column}`)
  const own = sql.ref(`${user}.empresa_id`)
  return sql`(${own} is null or ${at('empresa_id')} = ${own}
    or (${at('empresa_id')} is null and ${at('person_id')} is null and ${at('client_id')} is null))`
}

/**
 * Rings for the people who may settle a mail that waits in the tray, where it is of somebody known: of one company, its own people and
 * those of all. Until they read it, it is one notice with the number of mails that wait.
 */
export async function ringForTray(ctx: NoticeCtx, id: number): Promise<void> {
  const { rows } = await sql<{
    subject: string
    why: string
    series: number | null
    people: readonly number[]
    waiting: number
  }>`
    select m.subject, m.why, m.series, json_agg(u.id order by u.id) as people,
      (select count(*)::int from incoming_mails w where w.state = 'bandeja' and w.deleted_at is null
        and w.empresa_id is not distinct from m.empresa_id and ${isOfKnown('w')}) as waiting
    from incoming_mails m join users u on ${isOfCompany('m', 'u')}
      join profiles p on p.id = u.profile_id and p.audience = 'equipe'
        and (p.is_admin or p.allow_routes::jsonb ? 'incoming-mails.juntar')
    where m.id = ${id} and m.state = 'bandeja' and ${isOfKnown('m')}
      and u.active and u.deleted_at is null and p.active and p.deleted_at is null
    group by m.id`.execute(ctx.sql)
  const [mail] = rows
  if (!mail) return
  const title =
    mail.series !== null
      ? `Na bandeja: ${mail.why}`
      : mail.waiting > 1
        ? `${count(mail.waiting, { one: 'e-mail espera', many: 'e-mails esperam', gender: 'm' })} na bandeja, o último: ${mail.subject}`
        : `Um e-mail espera na bandeja: ${mail.subject}`
  await notify(ctx, { kind: trayNotice, to: mail.people, title, path: `/${incomingMails.path}`, anew: true })
}

/** Removes the notice of the tray from people who have no mail of somebody known left to settle. */
export async function quietTray({ sql: db, tell }: NoticeCtx): Promise<void> {
  const { rows } = await sql<{ uuid: string; user_id: number }>`
    update notices n set read_at = now(), version = n.version + 1
    from users u where u.id = n.user_id and n.kind = ${trayNotice.name} and n.read_at is null and n.deleted_at is null
      and not exists (select 1 from incoming_mails m where m.state = 'bandeja' and m.deleted_at is null
        and ${isOfKnown('m')} and ${isOfCompany('m', 'u')})
    returning n.uuid, n.user_id`.execute(db)
  for (const { uuid, user_id } of rows) tell({ of: notices, uuid, users: [user_id] })
}
