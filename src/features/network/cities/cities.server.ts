import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf } from '#kernel/call.ts'
import { problem } from '#kernel/problem.ts'
import { findCityByIbge } from '#features/network/cities/api.ts'
import { cities } from '#features/network/cities/cities.ts'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { extend } from '#server/extend.ts'
import type { Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const byIbge = serve(findCityByIbge, async (ctx, { code }) => {
  if (!/^\d{7}$/.test(code)) throw problem('missing', 'Município não encontrado.')
  const { rows } = await sql<AnswerOf<typeof findCityByIbge>>`
    select id, name, name_state from cities where ibge = ${Number(code)}`.execute(ctx.sql)
  return rows[0] ?? Promise.reject(problem('missing', 'Município não encontrado.'))
})

/**
 * Brings the table to IBGE's current list: new municipalities come in, renamed ones are renamed, none ever leaves. A list it was
 * brought to is known by its hash.
 */
export async function seedCities(db: Sql) {
  const list = JSON.stringify(
    municipalities().map(({ ibge, name, uf }) => ({ label: `${name}/${uf}`, name, name_state: uf, ibge })),
  )
  const hash = createHash('sha256').update(list).digest('hex')
  const { rows: changed } = await sql`
    insert into installation (key, value) values ('cities', ${hash})
    on conflict (key) do update set value = excluded.value where installation.value <> excluded.value returning key`.execute(
    db,
  )
  if (!changed.length) return
  await sql`
    insert into cities (label, name, name_state, ibge)
    select label, name, name_state, ibge from jsonb_to_recordset(${list}::jsonb) as r(label text, name text, name_state text, ibge integer)
    on conflict (ibge) do update set label = excluded.label, name = excluded.name, name_state = excluded.name_state
    where cities.label <> excluded.label`.execute(db)
}

export const citiesOnServer: ServerFeature = {
  extensions: [extend(cities, { operations: [byIbge] })],
  seed: seedCities,
}
