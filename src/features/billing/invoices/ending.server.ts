import { sql } from 'kysely'
import { companyOf, permission } from '#kernel/access.ts'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { warnedDays } from '#features/billing/invoices/invoices.ts'
import { countedResult, daily } from '#parts/chore/chore.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { RowChange } from '#server/events.ts'
import type { HealthCheck } from '#server/health.ts'
import type { House, Chore, ProductMetric } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

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

/** Companies whose certificate is past on this day or near its end, with the day from which that is worth a notice. */
const endingBy = (day: string) => sql`
  select e.id, e.uuid, e.nome_fantasia as company, c.until, c.until < ${day}::date as past,
    case when c.until < ${day}::date then c.until + 1 else c.until - ${warnedDays}::integer end as since
  from (select empresa_id, (valid_until at time zone ${timeZone})::date as until from issuer_credentials where certificate is not null) c
    join empresas e on e.id = c.empresa_id
  where e.active and e.deleted_at is null and e.emissor = 'nacional' and c.until <= ${day}::date + ${warnedDays}::integer`

/** Of one company, or of all; the first to end comes first. */
async function endingCertificates(db: Sql, now: Date, company: number | null) {
  const { rows } = await sql<Pick<EndingCertificate, 'uuid' | 'company' | 'until' | 'past'>>`
    select uuid, company, until::text as until, past from (${endingBy(dayIn(now).day)}) ending
    where ${company}::bigint is null or id = ${company} order by ending.until, id`.execute(db)
  return rows
}

const states = { past: 'vencido', ending: 'a-vencer' } as const
export const certificatesMetric: ProductMetric = {
  name: 'certificates',
  help: 'Certificates of companies that are past or near their end',
  label: 'state',
  count: async db => {
    const all = await endingCertificates(db, new Date(), null)
    const past = all.filter(each => each.past).length
    return { [states.past]: past, [states.ending]: all.length - past }
  },
}

const certificate = { one: 'certificado digital', many: 'certificados digitais', gender: 'm' } as const
export const certificatesHealth: HealthCheck = {
  key: 'certificados',
  title: 'Certificados digitais',
  read: async ({ ctx, now }) => {
    const all = await endingCertificates(ctx.sql, now, companyOf(ctx.user))
    const [first] = all
    if (!first) return { state: 'ok', text: 'Nenhum certificado de empresa vence nos próximos dias.' }
    const { company, until, past, uuid } = first
    const others = all.length > 1 ? ` Ao todo, ${count(all.length, certificate)} por renovar.` : ''
    return {
      state: past ? 'parado' : 'atencao',
      text: past
        ? `O certificado de ${company} venceu em ${showDate(until)}, e as notas dela não saem: envie o novo.${others}`
        : `O certificado de ${company} vence em ${showDate(until)}: envie o novo antes.${others}`,
      link: {
        to: all.length > 1 ? `/${empresas.path}` : `/${empresas.path}/${uuid}`,
        label: all.length > 1 ? 'Ver as empresas' : 'Abrir a empresa',
        needs: permission(empresas, 'show'),
      },
    }
  },
}

/** Notifies who may renew a certificate, once when its end is near and once when it is past. Answers how many. */
export async function tellCertificates(
  { database, events }: Pick<House, 'database' | 'events'>,
  now: Date,
): Promise<number> {
  const { kysely } = database
  const { day } = dayIn(now)
  const { rows } = await sql<EndingCertificate>`
    with ending as (${endingBy(day)})
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
