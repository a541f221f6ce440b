import { sql } from 'kysely'
import { links } from '#features/support/useful-links/links.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import { fillSlips } from '#features/platform/demo/fill-slips.server.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import type { Office } from '#features/platform/demo/base.ts'
import { cnpjFrom } from '#features/platform/demo/numbers.ts'
import { fillMoney } from '#features/platform/demo/fill-money.server.ts'
import { fillPages } from '#features/platform/demo/fill-pages.server.ts'
import { fillTasks } from '#features/platform/demo/fill-tasks.server.ts'
import { fillRooms } from '#features/platform/demo/fill-rooms.server.ts'
import { fillStations } from '#features/platform/demo/fill-stations.server.ts'
import * as office from '#features/platform/demo/office.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import type { Sql } from '#server/operation.ts'

const moment = (day: string, hour = 10) => `${day}T${hour}:15:00-03:00`
/** Writes what the office does besides coletas: tasks, bills, stations and their links, prospects. */
export async function fillOffice(db: Sql, all: readonly DemoProvider[], around: Office) {
  await fillTasks(db, all, around)
  await fillLinks(db, around)
  await fillPages(db, around)
  await sow(
    db,
    prospects,
    office.prospects.map(([name, fantasy_name, digits, phone_name, phone, company, internal_observation]) => ({
      name,
      fantasy_name,
      document: cnpjFrom(`${digits}0001`),
      phone_name,
      phone,
      empresa_responsavel_id: around.companies[company] ?? null,
      internal_observation,
      prospect: true,
    })),
  )
  await fillStations(db, all, around)
  await fillRooms(db, around)
  await fillMoney(db, all, around)
  await fillSlips(db)
}

/** The links of the work, how often the team opens them, and one that stopped answering. */
async function fillLinks(db: Sql, { known, users, today }: Office) {
  // An installation begins with some of these.
  await sql`delete from links_importantes`.execute(db)
  const ids = await sow(
    db,
    links,
    office.links.map(([nome, url, category, descricao, abrir_em_nova_aba]) => ({
      nome,
      url,
      category_id: known('links_importantes_categorias', category),
      descricao,
      abrir_em_nova_aba,
    })),
  )
  const used = office.linkUses.map((uses, i) => ({ link_id: ids[i], user_id: users[1], uses }))
  await sql`
    insert into link_uses (link_id, user_id, uses)
    select * from json_to_recordset(${JSON.stringify(used)}::json) as u(link_id bigint, user_id bigint, uses integer)`.execute(
    db,
  )
  const [name, daysAgo] = office.lostLink
  await sql`
    insert into link_checks (link_id, url, checked_at, said, failures, failing_since)
    select id, url, ${moment(today)}, 'Não atendeu: fora do ar, ou o endereço mudou.', ${daysAgo}, ${moment(daysFrom(today, -daysAgo))}
    from links_importantes where nome = ${name}`.execute(db)
}
