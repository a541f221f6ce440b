import { sql } from 'kysely'
import type { Meta } from '#kernel/meta.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { configurations, moduleConfigurations } from '#features/platform/configurations/configurations.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import * as told from '#features/platform/demo/metas.ts'
import { page } from '#features/platform/demo/papers.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { stations } from '#features/network/stations/stations.ts'
import { keepFile } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import { numberMetas } from '#server/metas.ts'
import type { Sql } from '#server/operation.ts'

interface MetasSowing {
  readonly particularities: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}
type DemoValues = Readonly<Record<string, string>>

const withValues = (metas: readonly Meta[], said: DemoValues): readonly Meta[] =>
  metas.map(meta => ({
    ...meta,
    value: said[meta.internal_key ?? meta.key] ?? meta.value ?? null,
    fields: withValues(meta.fields ?? [], said),
  }))

/** Writes definitions of fields and their values: of particularities, of towers, and of the engineer in charge. */
export async function fillMetas(db: Sql, config: Config, { particularities: asked, users, today }: MetasSowing) {
  for (const [i, id] of asked.entries()) await put(db, particularities, id, told.clientQuestions[i] ?? [])
  const { rows: held } = await sql<{ client: number; particularity: number }>`
    select parent_id as client, particularity_id as particularity from clients_particularities order by parent_id`.execute(
    db,
  )
  for (const [i, { client, particularity }] of held.entries()) {
    const said = {
      ...told.filledByClients,
      'contrato-ate': daysFrom(today, 40 + i * 90),
      'certidao-ate': daysFrom(today, 20 + i * 5),
    }
    const metas = told.clientQuestions[asked.indexOf(particularity)] ?? []
    await put(db, clients, client, withValues(metas, i % 2 ? {} : said))
  }
  const paper = paperKeeper(db, config)
  const { rows: towers } = await sql<{ id: number }>`
    select id from stations where valid_until is not null order by id limit 4`.execute(db)
  for (const { id } of towers) {
    const laudo = await paper(stations, id, 'Laudo de vistoria', users[1])
    await put(
      db,
      stations,
      id,
      withValues(told.towerFields, { ...told.filledOfTower, dia: daysFrom(today, -75 - (id % 5)), laudo }),
    )
  }
  const { rows: modules } = await sql<{ id: number; metas: readonly Meta[] }>`
    select c.id, c.metas_only_father as metas from module_configurations c join module_tickets m on m.id = c.module_id
    where m.slug in ('coletas', 'financeiro') order by c.id`.execute(db)
  for (const { id, metas } of modules) await put(db, moduleConfigurations, id, withValues(metas, told.replyHours))
  const { rows: manager } = await sql<{ id: number; metas: readonly Meta[] }>`
    select id, metas_only_father as metas from configurations where name = 'Responsável técnico' limit 1`.execute(db)
  for (const { id, metas } of manager) {
    const certificate = await paper(configurations, id, 'Certidão de registro', users[0])
    const said = { ...told.engineerData, 'rt-validade': daysFrom(today, 200), 'rt-certidao': certificate }
    await put(db, configurations, id, withValues(metas, said))
  }
}

async function put(db: Sql, of: AnyResource, id: number, metas: readonly Meta[]) {
  const name = of.path === stations.path ? 'metas' : 'metas_only_father'
  const numbered = await numberMetas(db, of.fields, { [name]: metas }, { [name]: metas })
  await sql`
    update ${sql.table(tableOf(of))} set ${sql.ref(name)} = ${JSON.stringify(numbered[name])}::jsonb where id = ${id}`.execute(
    db,
  )
}

/** A paper of a row's field, and what that field then holds. */
function paperKeeper(db: Sql, config: Config) {
  return async (of: AnyResource, id: number, name: string, user: number | undefined) => {
    const content = page(name)
    const sha256 = await keepFile({ config, sql: db }, content)
    const file = `${name}.pdf`
    const { rows } = await sql<{ uuid: string }>`
      insert into meta_uploads (metable_type, metable_id, name, ext, size, sha256, user_id)
      values (${tableOf(of)}, ${id}, ${file}, 'pdf', ${content.length}, ${sha256}, ${user ?? null}) returning uuid`.execute(
      db,
    )
    return `${rows[0]?.uuid}/${file}`
  }
}
