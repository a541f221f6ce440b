import { sql, type Kysely } from 'kysely'

/** Writes what a setting of *Configurações* says, by its internal key, wherever it is defined. */
export async function fillSetting(db: Kysely<unknown>, key: string, value: string) {
  const { rows } = await sql<{ id: number; metas: unknown }>`
    select id, metas_only_father as metas from configurations where metas_only_father::text like ${`%${key}%`}`.execute(
    db,
  )
  const fill = (metas: unknown): unknown =>
    Array.isArray(metas)
      ? metas.map(each => ({
          ...each,
          value: each.internal_key === key ? value : each.value,
          fields: fill(each.fields),
        }))
      : metas
  await sql`update configurations set metas_only_father = ${JSON.stringify(fill(rows[0]?.metas))}::jsonb where id = ${rows[0]?.id ?? 0}`.execute(
    db,
  )
}
