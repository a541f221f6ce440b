import { sql } from 'kysely'
import { eachMeta, type Meta } from '#kernel/meta.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { configurations, moduleConfigurations } from '#features/platform/configurations/configurations.ts'
import {
  fieldOfSetting,
  isObeyed,
  ownConfigurations,
  ownOfModules,
  settingAt,
} from '#features/platform/configurations/own.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { placedMetas } from '#parts/custom-field/points.server.ts'
import { wrongSetting, type OfficeSetting } from '#parts/setting/setting.ts'
import { extend } from '#server/extend.ts'
import { numberMetas } from '#server/metas.ts'
import type { Ctx, Sql } from '#server/operation.ts'

const checked = (of: AnyResource) => withMetas(() => features, of)
const checkedSettings = checked(configurations)
const checkedOfModules = checked(moduleConfigurations)

interface ConfigurationDraft {
  readonly metas_only_father?: readonly Meta[] | undefined
}

const judgeModule = ({ metas_only_father: metas = [] }: ConfigurationDraft) => refuseWrong(metas, metas)

interface OtherConfiguration {
  readonly name: string
  readonly active: boolean
  readonly metas: readonly Meta[]
}

/** Each setting is defined once, since of two nobody knows which applies; and its value is one that its reader obeys. */
async function judgeSettings({ metas_only_father: metas = [] }: ConfigurationDraft, ctx: Ctx, id = 0) {
  const obeyed = eachMeta(metas).flatMap(({ internal_key: key, extras }) =>
    key && isObeyed(key) ? [{ key, label: extras.label }] : [],
  )
  if (!obeyed.length) return
  const twice = obeyed.find(({ key }, at) => obeyed.some((each, i) => i < at && each.key === key))
  const { rows } = await sql<OtherConfiguration>`
    select name, active, metas_only_father as metas from configurations
    where deleted_at is null and id <> ${id} and metas_only_father <> '[]'`.execute(ctx.sql)
  const other = rows.find(({ metas: theirs }) =>
    eachMeta(theirs).some(({ internal_key: key }) => obeyed.some(each => each.key === key)),
  )
  if (twice) throw invalid({ metas_only_father: `“${twice.label}” aparece duas vezes com a mesma chave interna.` })
  if (other)
    throw invalid({ metas_only_father: `O que estes campos mudam já é dito em “${other.name}”: altere aquela.` })
  refuseWrong(metas, [...metas, ...rows.flatMap(each => (each.active ? each.metas : []))])
}

/** Refuses a value that no reader obeys, at its field. `all`: the settings that apply once this is saved. */
function refuseWrong(metas: readonly Meta[], all: readonly Meta[]) {
  const texts = new Map(eachMeta(all).flatMap(({ internal_key: key, value }) => (key && value ? [[key, value]] : [])))
  const wrong = placedMetas(metas, 'metas_only_father').flatMap(({ at, meta }) => {
    const setting = settingAt(meta.internal_key)
    const why = setting && wrongSetting(setting, meta.value, key => texts.get(key))
    return why ? [[`${at}.value`, why] as const] : []
  })
  if (wrong.length) throw invalid(Object.fromEntries(wrong))
}

/** Creates each configuration that the code reads, once: what a user removed afterwards stays removed. */
export async function seedConfigurations(db: Sql) {
  for (const { name, settings } of ownConfigurations) {
    if (!(await isFirst(db, `configuration ${settings[0]?.key}`))) continue
    const metas = await numbered(db, settings)
    await sql`insert into configurations (name, metas_only_father) values (${name}, ${metas}::jsonb)`.execute(db)
  }
  for (const { settings, later = [] } of ownConfigurations)
    for (const setting of later)
      if (await isFirst(db, `setting ${setting.key}`)) await addSetting(db, settings, setting)
  const { name, settings } = ownOfModules
  const { rows } = await sql<{
    id: number
  }>`select id from module_tickets where deleted_at is null order by id`.execute(db)
  for (const { id } of rows) {
    if (!(await isFirst(db, `module ${id} ${settings[0].key}`))) continue
    const metas = await numbered(db, settings)
    await sql`
      insert into module_configurations (name, module_id, metas_only_father)
      values (${name}, ${id}, ${metas}::jsonb)`.execute(db)
  }
}

/** Adds a setting to the configuration that has its neighbours, unless some configuration has it. */
async function addSetting(db: Sql, neighbours: readonly OfficeSetting[], setting: OfficeSetting) {
  const { rows } = await sql<{ id: number; metas_only_father: readonly Meta[] }>`
    select id, metas_only_father from configurations where deleted_at is null order by id for update`.execute(db)
  const keysIn = (row: (typeof rows)[number]) => eachMeta(row.metas_only_father).map(each => each.internal_key)
  if (rows.some(row => keysIn(row).includes(setting.key))) return
  const row = rows.find(each => keysIn(each).some(key => neighbours.some(neighbour => neighbour.key === key)))
  if (!row) return
  const draft = { metas_only_father: [...row.metas_only_father, fieldOfSetting(setting)] }
  const { metas_only_father: metas } = await numberMetas(db, configurations.fields, row, draft)
  await sql`
    update configurations set metas_only_father = ${JSON.stringify(metas)}::jsonb, version = version + 1, updated_at = now()
    where id = ${row.id}`.execute(db)
}

/** Whether nothing was begun under this name yet; from now on it was. */
async function isFirst(db: Sql, what: string): Promise<boolean> {
  const { rows } = await sql`
    insert into installation (key, value) values (${what}, 'begun') on conflict do nothing returning key`.execute(db)
  return rows.length > 0
}

async function numbered(db: Sql, settings: readonly OfficeSetting[]): Promise<string> {
  const draft = { metas_only_father: settings.map(fieldOfSetting) }
  const { metas_only_father: metas } = await numberMetas(db, configurations.fields, {}, draft)
  return JSON.stringify(metas)
}

export const configurationsOnServer: ServerFeature = {
  extensions: [
    extend(configurations, {
      beforeCreate: async (draft, ctx) => {
        await judgeSettings(draft, ctx)
        return checkedSettings.beforeCreate(draft, ctx)
      },
      beforeUpdate: async (draft, row, ctx) => {
        await judgeSettings(draft, ctx, row.id)
        return checkedSettings.beforeUpdate(draft, row, ctx)
      },
      beforeRevive: (row, ctx) => judgeSettings(row, ctx, row.id),
    }),
    extend(moduleConfigurations, {
      beforeCreate: (draft, ctx) => {
        judgeModule(draft)
        return checkedOfModules.beforeCreate(draft, ctx)
      },
      beforeUpdate: (draft, row, ctx) => {
        judgeModule(draft)
        return checkedOfModules.beforeUpdate(draft, row, ctx)
      },
    }),
  ],
  seed: seedConfigurations,
}
