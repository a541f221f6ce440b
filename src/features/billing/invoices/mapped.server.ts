import { sql } from 'kysely'
import { eachMeta, metaTypeOf, type Meta } from '#kernel/meta.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { MappedValue } from '#features/billing/invoices/dps/mapped.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { chosenIn } from '#parts/custom-field/custom-field.ts'
import type { IntegrationKey } from '#parts/integration/integration.ts'
import type { Sql } from '#server/operation.ts'

/** Sections whose rows' fields go into notes: what a particularity defines goes with the clients that have it. */
export const mappingSections = [clients.path, particularities.path]

interface ClientFields {
  readonly own: readonly Meta[]
  /** Of each particularity the client has. */
  readonly defined: readonly (readonly Meta[])[]
}

/** A value as people read it. */
function wordsOf(meta: Meta): string {
  const value = meta.value ?? ''
  switch (metaTypeOf(meta)) {
    case 'date':
      return showDate(value)
    case 'money':
      return value && showMoney(Number(value.replace(',', '.')))
    case 'multiselect':
      return chosenIn(value).join(', ')
    default:
      return value.trim()
  }
}

/** Where fields go, by their number. */
async function goalsOf(db: Sql, integration: IntegrationKey, metas: readonly Meta[]) {
  const ids = metas.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ meta: number; value: string }>`
    select m.meta_id::float8 as meta, m.value from integration_meta m join integrations i on i.id = m.integration_id
    where i.key = ${integration} and m.meta_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ meta, value }) => [meta, value]))
}

/**
 * What of a client's own fields goes to an integration. A field goes where it is mapped itself, else where the field of a particularity it came from is:
 * mapped there once, it holds for every client that has the particularity.
 */
export async function mappedValues(
  db: Sql,
  client: number,
  integration: IntegrationKey,
): Promise<readonly MappedValue[]> {
  const { rows } = await sql<ClientFields>`
    select c.metas_only_father as own,
      (select coalesce(json_agg(p.metas_only_father order by l.position), '[]') from clients_particularities l
        join particularities p on p.id = l.particularity_id and p.active and p.deleted_at is null where l.parent_id = c.id) as defined
    from clients c where c.id = ${client}`.execute(db)
  const metas = eachMeta(rows[0]?.own ?? [])
  const defined = eachMeta((rows[0]?.defined ?? []).flat())
  const goals = await goalsOf(db, integration, [...metas, ...defined])
  const goalOf = ({ id }: Meta) => (id === undefined ? undefined : goals.get(id))
  return metas.flatMap(meta => {
    const key =
      goalOf(meta) ??
      defined
        .filter(each => each.key === meta.key)
        .map(goalOf)
        .find(Boolean)
    const value = wordsOf(meta)
    return key && value ? [{ label: meta.extras.label, key, value }] : []
  })
}
