import { metaTypeId, type MetaType } from '#kernel/meta.ts'
import { dataOf, rowsOf, type Row, type World } from './world.ts'

/** Defines text fields of a client, fills them in and maps each to a name of an integration. */
export const mapClientFields = (
  world: World,
  client: number,
  integration: string,
  fields: Readonly<Record<string, string>>,
  type: MetaType = 'textarea',
) => mapFields(world, `clients/${client}`, integration, fields, type)

/** The same of any row with fields of its own, by its path. */
export async function mapFields(
  world: World,
  row: string,
  integration: string,
  fields: Readonly<Record<string, string>>,
  type: MetaType = 'textarea',
) {
  const metas = Object.entries(fields).map(([goal, value]) => ({
    key: goal.replace(/\W/g, '_').toLowerCase(),
    meta_type_id: metaTypeId(goal.endsWith('Disabled') ? 'boolean' : type),
    value,
    extras: { label: `Campo ${goal}` },
  }))
  const saved = await world.call('superAdmin', 'PUT', row, { body: { metas_only_father: metas } })
  if (saved.status !== 200) throw new Error(saved.text)
  const house = rowsOf(await world.call('superAdmin', 'GET', 'integrations')).find(({ key }) => key === integration)
  const kept = [dataOf(saved).metas_only_father].flat() as readonly Row[]
  for (const [at, value] of Object.keys(fields).entries()) {
    const mapped = await world.call('superAdmin', 'PUT', 'integration-meta', {
      body: { integration_id: house?.id, meta_id: kept[at]?.id, value },
    })
    if (mapped.status !== 200) throw new Error(mapped.text)
  }
  return { house, metas: kept }
}

/** What the queue says that surrounds what was sent of a note. */
export async function surroundingsOf(world: World, invoice: unknown) {
  const [item] = rowsOf(await world.call('superAdmin', 'GET', 'integration-queues?sort=-id&per_page=100')).filter(
    ({ about_path }) => String(about_path).endsWith(String(invoice)),
  )
  return (await world.call('superAdmin', 'GET', `integration-queues/${String(item?.uuid)}/payload-extras`)).body.data
}
