import { sql } from 'kysely'
import { eachMeta, metaTypeOf, type Meta } from '#kernel/meta.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { plans } from '#features/lookups.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { MappedValue } from '#features/billing/invoices/dps/mapped.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { chosenIn } from '#parts/custom-field/custom-field.ts'
import type { IntegrationKey } from '#parts/integration/integration.ts'
import type { Sql } from '#server/operation.ts'

/** Sections whose rows' fields go into notes: what a particularity defines goes with the clients that have it. */
export const mappingSections = [clients.path, particularities.path, plans.path, empresas.path]

/** Who issues a note, and of whom it is. */
export interface InvoiceParties {
  readonly client: number
  readonly empresa: number
}

interface PartyFields {
  readonly own: readonly Meta[]
  readonly of_plan: readonly Meta[]
  readonly of_company: readonly Meta[]
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
 * What of run-time fields goes to an integration. A client's field goes where it is mapped itself, else where the field of a particularity it came
 * from is: mapped there once, it holds for every client that has the particularity. What the client says nothing of, its plan says, and else the
 * company that issues.
 */
export async function mappedValues(
  db: Sql,
  { client, empresa }: InvoiceParties,
  integration: IntegrationKey,
): Promise<readonly MappedValue[]> {
  const { rows } = await sql<PartyFields>`
    select c.metas_only_father as own,
      coalesce((select p.metas_only_father from plans p where p.id = c.plan_id and p.active and p.deleted_at is null), '[]') as of_plan,
      coalesce((select e.metas_only_father from empresas e where e.id = ${empresa}), '[]') as of_company,
      (select coalesce(json_agg(p.metas_only_father order by l.position), '[]') from clients_particularities l
        join particularities p on p.id = l.particularity_id and p.active and p.deleted_at is null where l.parent_id = c.id) as defined
    from clients c where c.id = ${client}`.execute(db)
  const { own = [], of_plan = [], of_company = [], defined = [] } = rows[0] ?? {}
  const [metas, shared] = [eachMeta(own), eachMeta(defined.flat())]
  const [ofPlan, ofCompany] = [eachMeta(of_plan), eachMeta(of_company)]
  const goals = await goalsOf(db, integration, [...metas, ...shared, ...ofPlan, ...ofCompany])
  const goalOf = ({ id }: Meta) => (id === undefined ? undefined : goals.get(id))
  const goalOfClients = (meta: Meta) =>
    goalOf(meta) ??
    shared
      .filter(each => each.key === meta.key)
      .map(goalOf)
      .find(Boolean)
  const ofClient = valuesOf(metas, goalOfClients)
  const behind = [ofClient, valuesOf(ofPlan, goalOf), valuesOf(ofCompany, goalOf)]
  return behind.flatMap((values, at) =>
    values.filter(({ key }) => !behind.slice(0, at).some(nearer => nearer.some(each => each.key === key))),
  )
}

/** The filled fields that go somewhere. */
const valuesOf = (metas: readonly Meta[], goalOf: (meta: Meta) => string | undefined): readonly MappedValue[] =>
  metas.flatMap(meta => {
    const [key, value] = [goalOf(meta), wordsOf(meta)]
    return key && value ? [{ label: meta.extras.label, key, value }] : []
  })
