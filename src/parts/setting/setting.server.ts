import { sql } from 'kysely'
import { eachMeta, type Meta } from '#kernel/meta.ts'
import { numberIn, type NumberSetting, type OfficeSetting } from '#parts/setting/setting.ts'
import type { Sql } from '#server/operation.ts'

/** Reads the values of some settings, by key; empty ones are left out. */
export async function readOfficeSettings(
  db: Sql,
  settings: readonly OfficeSetting[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Set(settings.map(({ key }) => key))
  const { rows } = await sql<{ metas: readonly Meta[] }>`
    select metas_only_father as metas from configurations
    where active and deleted_at is null and metas_only_father <> '[]' order by id desc`.execute(db)
  // If repeated, the oldest counts: the other began as a copy.
  return new Map(
    rows
      .flatMap(({ metas }) => eachMeta(metas))
      .flatMap(({ internal_key: key, value }) => (key && value && keys.has(key) ? [[key, value] as const] : [])),
  )
}

export async function readNumberSetting(db: Sql, setting: NumberSetting): Promise<number> {
  const texts = await readOfficeSettings(db, [setting])
  return numberIn(setting, texts.get(setting.key)) ?? setting.fallback
}
