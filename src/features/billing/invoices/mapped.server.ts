import { sql } from 'kysely'
import { eachMeta, metaTypeOf, type Meta } from '#kernel/meta.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { plans } from '#features/lookups.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { chosenIn, type MappedValue } from '#parts/custom-field/custom-field.ts'
import { goalsWithDefined, mappedAmong, readDefined, readGoals } from '#parts/custom-field/mapped.server.ts'
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

/**
 * What of run-time fields goes to an integration: of the client, mapped itself or in one of its particularities; what the client says nothing of,
 * its plan says, and else the company that issues.
 */
export async function mappedValues(
  db: Sql,
  { client, empresa }: InvoiceParties,
  integration: IntegrationKey,
): Promise<readonly MappedValue[]> {
  const { rows } = await sql<PartyFields>`
    select c.metas_only_father as own,
      coalesce((select p.metas_only_father from plans p where p.id = c.plan_id and p.active and p.deleted_at is null), '[]') as of_plan,
      coalesce((select e.metas_only_father from empresas e where e.id = ${empresa}), '[]') as of_company
    from clients c where c.id = ${client}`.execute(db)
  const { own = [], of_plan = [], of_company = [] } = rows[0] ?? {}
  const [ofClient, ofPlan, ofCompany] = [eachMeta(own), eachMeta(of_plan), eachMeta(of_company)]
  const defined = eachMeta((await readDefined(db, client)).flat())
  const goalOf = await readGoals(db, integration, [...ofClient, ...defined, ...ofPlan, ...ofCompany])
  const behind = [
    mappedAmong(ofClient, goalsWithDefined(goalOf, defined), wordsOf),
    mappedAmong(ofPlan, goalOf, wordsOf),
    mappedAmong(ofCompany, goalOf, wordsOf),
  ]
  return behind.flatMap((values, at) =>
    values.filter(({ key }) => !behind.slice(0, at).some(nearer => nearer.some(each => each.key === key))),
  )
}
