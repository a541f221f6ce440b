import { sql } from 'kysely'
import { empresas } from '#features/people/empresas/empresas.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { users } from '#features/people/users/users.ts'
import type { KnownIds } from '#features/platform/demo/base.ts'
import { particularities as particularitiesTold } from '#features/platform/demo/office.ts'
import { fillCare } from '#features/platform/demo/fill-care.server.ts'
import { fillClients } from '#features/platform/demo/fill-clients.server.ts'
import { fillCollects } from '#features/platform/demo/fill-collects.server.ts'
import { fillDocuments } from '#features/platform/demo/fill-documents.server.ts'
import { fillMetas } from '#features/platform/demo/fill-metas.server.ts'
import { fillNews } from '#features/platform/demo/fill-news.server.ts'
import { fillObligations } from '#features/platform/demo/fill-obligations.server.ts'
import { fillOffice } from '#features/platform/demo/fill-office.server.ts'
import { fillFiles, type WriteFile } from '#features/platform/demo/fill-files.server.ts'
import { fillTickets } from '#features/platform/demo/fill-tickets.server.ts'
import { fillTeam } from '#features/platform/demo/fill-team.server.ts'
import { fillPost } from '#features/platform/demo/fill-post.server.ts'
import { fillTalks } from '#features/platform/demo/fill-talks.server.ts'
import { fillFilings, type NetworksOf } from '#features/platform/demo/fill-filings.server.ts'
import { fillNotes, issuing, type NotesLent } from '#features/platform/demo/fill-notes.server.ts'
import { fillOrders } from '#features/platform/demo/fill-orders.server.ts'
import { fillReceipts } from '#features/platform/demo/fill-receipts.server.ts'
import { requireEntry, sow } from '#features/platform/demo/sow.server.ts'
import { birthday, empresas as companiesTold, people } from '#features/platform/demo/people.ts'
import { providers } from '#features/platform/demo/providers.ts'
import { periodOf, previous } from '#parts/period/period.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Functions of other features that the server passes in. */
export interface LentToDemo {
  readonly write: WriteFile
  readonly networksOf: NetworksOf
  readonly notes: NotesLent
}

/** Writes the whole demonstration, in the caller's transaction. `today` is 'AAAA-MM-DD'; `hash` opens every account. */
export async function fill(db: Sql, config: Config, today: string, hash: string, lent: LentToDemo) {
  const known = await whatStands(db)
  const companies = await sow(
    db,
    empresas,
    companiesTold.map(each => ({ ...each, ...issuing(known('cities', 3_554_102)) })),
  )
  const userIds = await sow(
    db,
    users,
    people.map(({ name, email, birthdayIn, born, enters, profile, empresa }) => ({
      name,
      email,
      birthday: birthdayIn === null ? null : birthday(today, birthdayIn, born),
      password: enters ? hash : null,
      profile_id: known('profiles', profile),
      empresa_id: empresa === null ? null : (companies[empresa] ?? null),
    })),
  )
  const last = previous(periodOf(today))
  const all = providers(last)
  const asked = await sow(
    db,
    particularities,
    particularitiesTold.map(([name, description]) => ({ name, description })),
  )
  const clients = await fillClients(db, all, { known, companies, users: userIds, particularities: asked, today })
  await fillTeam(db, { users: userIds, today })
  const sent = await fillCollects(db, all, { known, clients, last, today })
  await fillFiles(db, config, sent, { users: userIds, today, write: lent.write })
  await fillObligations(db, all, { clients, users: userIds, today })
  const office = { known, clients, companies, users: userIds, today }
  await fillOffice(db, all, office)
  await fillNotes(db, config, { companies, users: userIds, today, lent: lent.notes })
  await fillOrders(db, office)
  await fillTickets(db, config, all, office)
  await fillPost(db, config, office)
  await fillTalks(db, office)
  await fillFilings(db, config, all, { clients, users: userIds, today, networksOf: lent.networksOf })
  await fillDocuments(db, config, all, { known, clients, users: userIds, today })
  await fillReceipts(db, config, { users: userIds, today, last })
  await fillCare(db, config, { users: userIds, today })
  await fillNews(db, { known, users: userIds, today })
  await fillMetas(db, config, { particularities: asked, users: userIds, today })
}

async function whatStands(db: Sql): Promise<KnownIds> {
  const { rows } = await sql<{ key: string; id: number }>`
    select 'profiles/' || slug as key, id from profiles where deleted_at is null
    union all select 'tax_regimes/' || slug, id from tax_regimes
    union all select 'client_systems/' || slug, id from client_systems
    union all select 'category_clients/' || slug, id from category_clients
    union all select 'tags/' || slug, id from tags
    union all select 'plans/' || slug, id from plans
    union all select 'address_types/' || slug, id from address_types
    union all select 'service_types/' || initial, id from service_types
    union all select 'statuses/' || slug, id from statuses where model = 'Collect'
    union all select 'statuses:' || model || '/' || slug, id from statuses
    union all select 'module_tickets/' || slug, id from module_tickets
    union all select 'document_types/' || slug, id from document_types
    union all select 'ticket_types/' || slug, id from ticket_types
    union all select 'finance_types/' || slug, id from finance_types
    union all select 'station_link_types/' || slug, id from station_link_types
    union all select 'links_importantes_categorias/' || slug, id from links_importantes_categorias
    union all select 'client_types/' || slug, id from client_types
    union all select 'attendance_types/' || slug, id from attendance_types
    union all select 'attendance_middles/' || slug, id from attendance_middles
    union all select 'product_types/' || slug, id from product_types
    union all select 'technology_types/' || slug, id from technology_types
    union all select 'informative_categories/' || slug, id from informative_categories
    union all select 'cities/' || ibge, id from cities`.execute(db)
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  return (table, slug) => requireEntry(ids, `${table}/${slug}`)
}
