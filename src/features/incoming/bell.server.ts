import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { incomingMails } from '#features/incoming/incoming.ts'
import { notify, type NoticeCtx } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'

export const trayNotice: NoticeKind = {
  name: 'correio-bandeja',
  label: 'E-mails na bandeja',
  about: 'Um e-mail de uma pessoa conhecida, ou sobre um chamado, espera que alguém diga onde fica.',
  of: [],
  team: true,
  inDigest: true,
}

/**
 * Rings for the people who may settle a mail that waits in the tray, where it is of somebody known: of one company, its own people and
 * those of all. Until they read it, it is one notice with the number of mails that wait.
 */
export async function ringForTray(ctx: NoticeCtx, id: number): Promise<void> {
  const { rows } = await sql<{ subject: string; people: readonly number[]; waiting: number }>`
    select m.subject, json_agg(u.id order by u.id) as people,
      (select count(*)::int from incoming_mails w where w.state = 'bandeja' and w.deleted_at is null
        and w.empresa_id is not distinct from m.empresa_id and (w.person_id is not null or w.client_id is not null)) as waiting
    from incoming_mails m join users u on u.empresa_id is null or u.empresa_id = m.empresa_id
      join profiles p on p.id = u.profile_id and p.audience = 'equipe'
        and (p.is_admin or p.allow_routes::jsonb ? 'incoming-mails.juntar')
    where m.id = ${id} and m.state = 'bandeja' and (m.person_id is not null or m.client_id is not null)
      and u.active and u.deleted_at is null and p.active and p.deleted_at is null
    group by m.id`.execute(ctx.sql)
  const [mail] = rows
  if (!mail) return
  const title =
    mail.waiting > 1
      ? `${count(mail.waiting, { one: 'e-mail espera', many: 'e-mails esperam', gender: 'm' })} na bandeja, o último: ${mail.subject}`
      : `Um e-mail espera na bandeja: ${mail.subject}`
  await notify(ctx, { kind: trayNotice, to: mail.people, title, path: `/${incomingMails.path}`, anew: true })
}
