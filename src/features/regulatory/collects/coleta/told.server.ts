import { sql } from 'kysely'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { label } from '#parts/period/period.ts'
import { responsibleSql } from '#parts/person/person.server.ts'
import type { Ctx } from '#server/operation.ts'

const of = [collects.path] as const
const handedIn: NoticeKind = {
  name: 'coleta-entregue',
  label: 'Coletas entregues',
  about: 'O cliente entrega uma coleta que é sua para conferir.',
  of,
  team: true,
  inDigest: true,
}
const refused: NoticeKind = {
  name: 'coleta-recusada',
  label: 'Coletas recusadas',
  about: 'A Anatel devolve com erro uma coleta que é sua.',
  of,
  team: true,
  inDigest: true,
}
const askedNotice: NoticeKind = {
  name: 'coleta-pedida',
  label: 'Coletas pedidas',
  about: 'A consultoria pede ao cliente uma coleta, ou a devolve para acertar.',
  of,
  inDigest: true,
}
export const coletaNotices = [handedIn, refused, askedNotice] as const

/** What of a coleta its notices name. */
export type NoticedColeta = Pick<Collect, 'id' | 'uuid' | 'year' | 'month' | 'client' | 'client_id'>
const coletaName = (row: NoticedColeta) => `coleta de ${label(row)} de ${row.client.name}`

/** Notifies the user responsible for a coleta or its client. */
async function tellResponsible(ctx: Ctx, kind: NoticeKind, row: NoticedColeta, title: string) {
  const { rows } = await sql<{ person: number | null }>`
    select ${sql.raw(responsibleSql('t', 'responsible_id'))} as person from collects t where t.id = ${row.id}`.execute(
    ctx.sql,
  )
  const to = rows.flatMap(({ person }) => person ?? [])
  await notify(ctx, { kind, to, of: collects, uuid: row.uuid, title })
}

export const tellHandedIn = (ctx: Ctx, row: NoticedColeta) =>
  tellResponsible(ctx, handedIn, row, `${row.client.name} entregou a coleta de ${label(row)}`)
export const tellRefused = (ctx: Ctx, row: NoticedColeta) =>
  tellResponsible(ctx, refused, row, `A Anatel recusou a ${coletaName(row)}`)

/** Notifies the client's users of what is visible to them. */
export async function notifyQuestion(ctx: Ctx, row: NoticedColeta, back: boolean): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from clients_client_users where parent_id = ${row.client_id}`.execute(ctx.sql)
  const title = back ? `A consultoria devolveu a ${coletaName(row)}` : `A consultoria pede a ${coletaName(row)}`
  await notify(ctx, { kind: askedNotice, to: rows.map(each => each.user_id), of: collects, uuid: row.uuid, title })
}
