import { sql } from 'kysely'
import { can, companyOf, isStaff, type User } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { StoredOf } from '#kernel/resource.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { bellRoutes } from '#features/support/informative/bell.server.ts'
import { readingsDigest } from '#features/support/informative/digest.server.ts'
import { informative, type Informative } from '#features/support/informative/informative.ts'
import { meantSql, publishedSql, readerOf, stageSql } from '#features/support/informative/meant.server.ts'
import { readingRoutes, toRead } from '#features/support/informative/reading.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { andAll, yes } from '#server/sql.ts'

type NewsDraft = Partial<StoredOf<typeof informative>>

/** Refuses writers outside the office, and users of one company who write for another. */
function refuseOthers({ user }: Ctx, company: number | null | undefined) {
  const own = companyOf(user)
  refuseOutsiders({ user })
  if (own !== null && company !== own)
    throw problem('forbidden', 'Este informativo é de todas as empresas: só quem vê todas o altera.')
}

const writes = (user: User) => isStaff(user) && (can(user, 'informative.update') || can(user, 'informative.store'))

/** What does not go together. */
function refuseUnfit(draft: NewsDraft, row: NewsDraft = {}) {
  const { audience, client_types = [], publish_at, expires_at } = { ...row, ...draft }
  if (publish_at && expires_at && Date.parse(expires_at) <= Date.parse(publish_at))
    throw invalid({ expires_at: 'Encerra antes de ser publicado. Escolha um momento depois da publicação.' })
  if ((audience ?? 'equipe') === 'equipe' && client_types.length)
    throw invalid({ client_types: 'O informativo é só para a equipe: não há tipo de cliente a escolher.' })
}

/** Requires the writer to choose whether readers confirm again, when the text of confirmed news changes. */
async function roundAfter({ read_again, ...draft }: NewsDraft, row: Informative, ctx: Ctx): Promise<NewsDraft> {
  const said = { ...row, ...draft }
  const isOther = said.title !== row.title || said.content !== row.content
  if (!said.mandatory || (!isOther && read_again !== 'sim')) return draft
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from informative_readings
    where informative_id = ${row.id} and round = ${row.round} and acknowledged_at is not null`.execute(ctx.sql)
  const n = rows[0]?.n ?? 0
  if (!n) return draft
  if (!read_again) {
    const people = count(n, { one: 'pessoa já confirmou', many: 'pessoas já confirmaram', gender: 'f' })
    throw invalid({ read_again: `O texto mudou e ${people} que leu. Diga se deve ler de novo.` })
  }
  return read_again === 'sim' ? { ...draft, round: row.round + 1 } : draft
}

const extension = extend(informative, {
  derived: {
    updated_at_to_humans: alias => `to_humans(${alias}.updated_at)`,
    stage: stageSql,
  },
  /** Users who write news see all of their company's; others see what is published and meant for them. */
  visible: ({ user, alias }) => {
    if (!writes(user)) return andAll([publishedSql(alias), meantSql(alias, readerOf(user))])
    const company = sql.ref(`${alias}.empresa_id`)
    const own = companyOf(user)
    return own === null ? yes : sql`(${company} is null or ${company} = ${own})`
  },
  beforeCreate: ({ read_again: _unasked, ...draft }, ctx) => {
    const own = companyOf(ctx.user)
    const company = draft.empresa_id === undefined ? own : draft.empresa_id
    if (own !== null && company === null) throw invalid({ empresa_id: 'Escolha uma empresa: você trabalha em uma só.' })
    refuseOutsiders(ctx)
    refuseUnfit(draft)
    return { ...draft, empresa_id: company }
  },
  afterCreate: ({ uuid }, ctx) => ctx.tell({ of: informative, uuid }),
  guard: ({ empresa_id }, ctx) => refuseOthers(ctx, empresa_id),
  beforeUpdate: async (draft, row, ctx) => {
    if (draft.empresa_id === null && row.empresa_id !== null && companyOf(ctx.user) !== null)
      throw invalid({ empresa_id: 'Escolha uma empresa: você trabalha em uma só.' })
    refuseUnfit(draft, row)
    ctx.tell({ of: informative, uuid: row.uuid })
    return roundAfter(draft, row, ctx)
  },
  operations: readingRoutes,
})

export const informativeOnServer = (house: { readonly catalog: () => Catalog }): ServerFeature => ({
  extensions: [extension],
  notices: [toRead],
  digests: [readingsDigest],
  operations: () => bellRoutes(house.catalog),
})
