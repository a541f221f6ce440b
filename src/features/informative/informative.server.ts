import { sql } from 'kysely'
import { companyOf, isStaff } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { tenancy } from '#features/index.ts'
import { informative } from '#features/informative/informative.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { linkedTo } from '#server/scope.ts'
import { all, yes } from '#server/sql.ts'

/** Who works in one company writes for it alone, and nobody outside the house writes. */
function refuseOthers({ user }: Ctx, company: number | null | undefined) {
  const own = companyOf(user)
  if (!isStaff(user)) throw problem('forbidden')
  if (own !== null && company !== own)
    throw problem('forbidden', 'Este informativo é de todas as empresas: só quem vê todas o altera.')
}

const extension = extend(informative, {
  derived: { updated_at_to_humans: alias => `to_humans(${alias}.updated_at)` },
  /** Staff read all of their company; people of a client what is meant for clients, of the companies that answer for theirs. */
  visible: ({ user, alias }) => {
    const company = sql.ref(`${alias}.empresa_id`)
    const own = companyOf(user)
    if (isStaff(user)) return own === null ? yes : sql`(${company} is null or ${company} = ${own})`
    return all([
      sql`${sql.ref(`${alias}.audience`)} in ('clientes', 'todos')`,
      sql`(${company} is null or exists (
        select 1 from clients c where ${linkedTo(user, tenancy.members, sql.ref('c.id'))} and c.empresa_responsavel_id = ${company} and c.active and c.deleted_at is null))`,
    ])
  },
  beforeCreate: (draft, ctx) => {
    const own = companyOf(ctx.user)
    const company = draft.empresa_id === undefined ? own : draft.empresa_id
    if (own !== null && company === null) throw invalid({ empresa_id: 'Escolha uma empresa: você trabalha em uma só.' })
    if (!isStaff(ctx.user)) throw problem('forbidden')
    return { ...draft, empresa_id: company }
  },
  guard: ({ empresa_id }, ctx) => refuseOthers(ctx, empresa_id),
  beforeUpdate: (draft, row, ctx) => {
    if (draft.empresa_id === null && row.empresa_id !== null && companyOf(ctx.user) !== null)
      throw invalid({ empresa_id: 'Escolha uma empresa: você trabalha em uma só.' })
    return draft
  },
})

export const informativeOnServer: ServerFeature = { extensions: [extension] }
