import { sql } from 'kysely'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { warnedDays } from '#features/billing/invoices/invoices.ts'
import { countedResult, daily } from '#parts/chore/chore.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { RowChange } from '#server/events.ts'
import type { House, Chore } from '#server/house.ts'

export const certificateNotice: NoticeKind = {
  name: 'certificado-vence',
  label: 'Certificados que vencem',
  about: 'O certificado digital com que uma empresa emite notas está para vencer, ou venceu.',
  of: [empresas.path],
  team: true,
  inDigest: true,
}

interface EndingCertificate {
  readonly uuid: string
  readonly company: string
  readonly until: string
  readonly past: boolean
  /** These users may send a new one and were not notified yet. */
  readonly people: readonly number[]
}

/** Notifies who may renew a certificate, once when its end is near and once when it is past. Answers how many. */
export async function tellCertificates(
  { database, events }: Pick<House, 'database' | 'events'>,
  now: Date,
): Promise<number> {
  const { kysely } = database
  const { day } = dayIn(now)
  const { rows } = await sql<EndingCertificate>`
    with ending as (
      select e.id, e.uuid, e.nome_fantasia as company, c.until, c.until < ${day}::date as past,
        case when c.until < ${day}::date then c.until + 1 else c.until - ${warnedDays}::integer end as since
      from (select empresa_id, (valid_until at time zone ${timeZone})::date as until from issuer_credentials where certificate is not null) c
        join empresas e on e.id = c.empresa_id
      where e.active and e.deleted_at is null and e.emissor = 'nacional' and c.until <= ${day}::date + ${warnedDays}::integer)
    select e.uuid, e.company, e.until::text as until, e.past, json_agg(u.id order by u.id) as people
    from ending e join users u on u.empresa_id is null or u.empresa_id = e.id
      join profiles p on p.id = u.profile_id and p.audience = 'equipe' and (p.is_admin or p.allow_routes::jsonb ? 'empresas.certificado')
    where u.active and u.deleted_at is null and p.active and p.deleted_at is null
      and not exists (
        select 1 from notices n where n.user_id = u.id and n.kind = ${certificateNotice.name} and n.row_uuid = e.uuid::text
          and (n.updated_at at time zone ${timeZone})::date >= e.since)
    group by e.id, e.uuid, e.company, e.until, e.past order by e.id`.execute(kysely)
  for (const { uuid, company, until, past, people } of rows) {
    const changed: RowChange[] = []
    const title = `O certificado de ${company} ${past ? 'venceu' : 'vence'} em ${showDate(until)}: envie o novo`
    await kysely
      .transaction()
      .execute(trx =>
        notify(
          { sql: trx, tell: each => void changed.push(each) },
          { kind: certificateNotice, to: people, of: empresas, uuid, title, anew: true },
        ),
      )
    for (const each of changed) events.tell(each)
  }
  return rows.length
}

export const certificateChore: Chore = {
  name: 'certificados-a-vencer',
  title: 'Certificados a vencer',
  about: `Avisa quem pode enviar o novo, ${warnedDays} dias antes e depois do fim, dos certificados com que se emitem notas.`,
  every: daily,
  run: async (house, { now }) =>
    countedResult(await tellCertificates(house, now), 'certificado avisado', 'certificados avisados'),
}
