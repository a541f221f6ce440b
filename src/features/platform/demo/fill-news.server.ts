import { sql } from 'kysely'
import { daysFrom } from '#features/platform/demo/days.ts'
import type { KnownIds } from '#features/platform/demo/base.ts'
import { news } from '#features/platform/demo/news.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { informative } from '#features/support/informative/informative.ts'
import type { Sql } from '#server/operation.ts'

interface NewsRoom {
  readonly known: KnownIds
  readonly users: readonly number[]
  readonly today: string
}

/** Writes the news, its readings, and the notices of some people. */
export async function fillNews(db: Sql, { known, users, today }: NewsRoom) {
  const at = (day: number) => `${daysFrom(today, day)}T11:30:00-03:00`
  const told = news.toSorted((one, other) => other.daysAgo - one.daysAgo)
  const ids = await sow(
    db,
    informative,
    told.map(each => ({
      title: each.title,
      audience: each.audience,
      category_id: known('informative_categories', each.category),
      content: each.content,
      created_at: at(-each.daysAgo),
      updated_at: at(-each.daysAgo),
      ...(each.mandatory && { mandatory: true, read_until: daysFrom(today, each.mandatory.within) }),
      ...(each.profile && { profiles: [{ profile_id: known('profiles', each.profile) }] }),
      ...(each.publishIn !== undefined && { publish_at: at(each.publishIn) }),
      ...(each.endsIn !== undefined && { expires_at: at(each.endsIn) }),
      ...(each.draft && { draft: true }),
    })),
  )
  const readings = told.flatMap(({ mandatory, daysAgo }, n) =>
    [...(mandatory?.confirmed ?? []), ...(mandatory?.opened ?? [])].map(person => ({
      informative_id: ids[n],
      user_id: users[person],
      at: at(1 - daysAgo),
      confirmed: mandatory?.confirmed.includes(person) ?? false,
    })),
  )
  await sql`
    insert into informative_readings (informative_id, user_id, round, read_at, acknowledged_at)
    select r.informative_id, r.user_id, 1, r.at, case when r.confirmed then r.at end
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r(informative_id bigint, user_id bigint, at timestamptz, confirmed boolean)`.execute(
    db,
  )
  // What was read long ago by those who work here every day.
  await sql`
    insert into informative_readings (informative_id, user_id, round, read_at)
    select i.id, u.id, 1, i.updated_at + interval '3 hours' from informative i cross join users u
    where u.id = any(${users.slice(0, 4)}::bigint[]) and not i.mandatory and not i.draft and i.updated_at < ${at(-15)}::timestamptz
    on conflict do nothing`.execute(db)
  await fillNotices(db, users, at)
}

/** Adds past notices about clients and coletas; the app itself notifies what is urgent today. */
async function fillNotices(db: Sql, users: readonly number[], at: (day: number) => string) {
  await sql`
    insert into notices (user_id, kind, resource, row_uuid, path, title, created_at, updated_at, read_at)
    select * from (
      (select c.responsible_id, 'atribuicao', 'clients', c.uuid::text, '/clients/' || c.uuid, 'Você é responsável pelo cliente ' || c.name,
        ${at(-2)}::timestamptz, ${at(-2)}::timestamptz, null::timestamptz
      from clients c where c.responsible_id = any(${[...users]}::bigint[]) and c.active and c.deleted_at is null order by c.id desc limit 12)
      union all
      (select coalesce(k.responsible_id, c.responsible_id), 'coleta-recusada', 'collects', k.uuid::text, '/collects/' || k.uuid,
        'A Anatel recusou a coleta de ' || (array['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'])[k.month] || '/' || k.year || ' de ' || c.name,
        ${at(-1)}::timestamptz, ${at(-1)}::timestamptz, null
      from collects k join clients c on c.id = k.client_id join statuses s on s.id = k.status_id and s.slug = 'com-erro'
      where coalesce(k.responsible_id, c.responsible_id) is not null)
      union all
      (select m.user_id, 'coleta-pedida', 'collects', k.uuid::text, '/collects/' || k.uuid,
        'A consultoria pede a coleta de ' || (array['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'])[k.month] || '/' || k.year || ' de ' || c.name,
        ${at(-3)}::timestamptz, ${at(-3)}::timestamptz, null
      from collects k join clients c on c.id = k.client_id join clients_client_users m on m.parent_id = c.id
        join fistels f on f.id = k.fistel_id and f.show_for_client
      join statuses s on s.id = k.status_id and s.slug = 'aguardando-cliente')
      union all
      (select ${users[0]}::bigint, 'passagem', '', '', '/tarefas/meu-dia', 'Thiago Lessa passou a você 2 clientes e 3 coletas',
        ${at(-9)}::timestamptz, ${at(-9)}::timestamptz, ${at(-8)}::timestamptz)) told`.execute(db)
}
