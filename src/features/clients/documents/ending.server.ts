import { sql } from 'kysely'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { hasLeft } from '#parts/tenure/tenure.server.ts'
import type { RowChange } from '#server/events.ts'
import type { House } from '#server/house.ts'

export const endingNotice: NoticeKind = {
  name: 'documento-vence',
  label: 'Documentos que vencem',
  about: 'Um documento de cliente seu está para vencer, pelo prazo do tipo dele, ou venceu.',
  of: [documents.path],
  inDigest: true,
}
/** Days after its end in which a notice still goes out. */
const late = 30

interface EndingPaper {
  readonly uuid: string
  readonly what: string
  readonly client: string
  readonly valid_until: string
  readonly past: boolean
  /** Ids of the responsible person and the client's users who were not notified yet. */
  readonly people: readonly number[]
}

/** Notifies once before and once after the end of each document that no newer one replaces. Answers how many documents. */
export async function tellEnding({ database, events }: Pick<House, 'database' | 'events'>, now: Date): Promise<number> {
  const { kysely } = database
  const { day } = dayIn(now)
  const { rows } = await sql<EndingPaper>`
    with ending as (
      select d.id, d.uuid, d.client_id, coalesce(y.name, d.name) as what, c.name as client, d.valid_until, d.valid_until < ${day}::date as past,
        case when d.valid_until < ${day}::date then d.valid_until + 1 else d.valid_until - y.warn_days end as since
      from documents d join document_types y on y.id = d.document_type_id
        join clients c on c.id = d.client_id and c.active and c.deleted_at is null and not c.prospect
      where d.active and d.deleted_at is null and d.valid_until between ${day}::date - ${late}::integer and ${day}::date + y.warn_days
        and not ${sql.raw(hasLeft('c'))}
        and not exists (
          select 1 from documents o where o.client_id = d.client_id and o.document_type_id = d.document_type_id and o.id <> d.id
            and o.active and o.deleted_at is null and (o.valid_until is null or o.valid_until > d.valid_until))),
    people as (
      select e.id, c.responsible_id as user_id from ending e join clients c on c.id = e.client_id where c.responsible_id is not null
      union select e.id, m.user_id from ending e join clients_client_users m on m.parent_id = e.client_id)
    select e.uuid, e.what, e.client, e.valid_until::text as valid_until, e.past, json_agg(p.user_id order by p.user_id) as people
    from ending e join people p on p.id = e.id
    where not exists (
      select 1 from notices n where n.user_id = p.user_id and n.kind = ${endingNotice.name} and n.row_uuid = e.uuid::text
        and (n.updated_at at time zone ${timeZone})::date >= e.since)
    group by e.id, e.uuid, e.what, e.client, e.valid_until, e.past order by e.id`.execute(kysely)
  for (const { uuid, what, client, valid_until, past, people } of rows) {
    const changed: RowChange[] = []
    const title = `${what} de ${client} ${past ? 'venceu' : 'vence'} em ${showDate(valid_until)}`
    await kysely
      .transaction()
      .execute(trx =>
        notify(
          { sql: trx, tell: each => void changed.push(each) },
          { kind: endingNotice, to: people, of: documents, uuid, title, anew: true },
        ),
      )
    for (const each of changed) events.tell(each)
  }
  return rows.length
}
