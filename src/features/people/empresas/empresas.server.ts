import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { extend } from '#server/extend.ts'

const extension = extend(empresas, {
  beforeCreate: (draft, { user }) => {
    if (companyOf(user) !== null)
      throw problem('conflict', 'Para registrar uma empresa, escolha antes “Todas as empresas”: você só veria a atual.')
    return draft
  },
  beforeUpdate: async (draft, row, { sql: db }) => {
    const next = { ...row, ...draft }
    if (!['proximo_numero', 'serie', 'ambiente'].some(name => name in draft)) return draft
    const { rows } = await sql<{ taken: number | null }>`
      select max(number)::int as taken from service_invoices
      where empresa_id = ${row.id} and environment = ${next.ambiente ?? 'homologacao'} and series = ${next.serie ?? 1}`.execute(
      db,
    )
    const taken = rows[0]?.taken ?? 0
    if ((next.proximo_numero ?? 1) <= taken)
      throw invalid({ proximo_numero: `Nesta série já há a nota ${taken}: o próximo é ${taken + 1} ou maior.` })
    return draft
  },
})

export const empresasOnServer: ServerFeature = { extensions: [extension] }
