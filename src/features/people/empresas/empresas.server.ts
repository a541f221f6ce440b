import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { features } from '#features/index.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { extend } from '#server/extend.ts'

/** Codes of a service that have one form. */
const codeForms = [
  ['indicador_operacao', 6, 'O indicador da operação'],
  ['cst', 3, 'O CST'],
  ['classificacao_tributaria', 6, 'A classificação tributária'],
] as const

/** Throws a 422 that names each code of a service that is not written as the layout has it. */
function refuseWrongCodes(servicos: StoredOf<typeof empresas>['servicos'] | undefined) {
  const wrong = (servicos ?? []).flatMap((line, at) => [
    ...codeForms.flatMap(([name, digits, label]) => {
      const code = line[name]
      return code && !new RegExp(`^\\d{${digits}}$`).test(code)
        ? [[`servicos.${at}.${name}`, `${label} tem ${digits} dígitos, sem pontos.`] as const]
        : []
    }),
    ...(line.cst && line.classificacao_tributaria && !line.classificacao_tributaria.startsWith(line.cst)
      ? [[`servicos.${at}.classificacao_tributaria`, `A classificação começa pelo CST: ${line.cst}.`] as const]
      : []),
  ])
  if (wrong.length) throw invalid(Object.fromEntries(wrong))
}

const checked = withMetas(() => features, empresas)

const extension = extend(empresas, {
  beforeCreate: (draft, ctx) => {
    if (companyOf(ctx.user) !== null)
      throw problem('conflict', 'Para registrar uma empresa, escolha antes “Todas as empresas”: você só veria a atual.')
    refuseWrongCodes(draft.servicos)
    return checked.beforeCreate(draft, ctx)
  },
  beforeUpdate: async (given, row, ctx) => {
    refuseWrongCodes(given.servicos)
    const draft = await checked.beforeUpdate(given, row, ctx)
    const next = { ...row, ...draft }
    if (!['proximo_numero', 'serie', 'ambiente'].some(name => name in draft)) return draft
    const { rows } = await sql<{ taken: number | null }>`
      select max(number)::int as taken from service_invoices
      where empresa_id = ${row.id} and environment = ${next.ambiente ?? 'homologacao'} and series = ${next.serie ?? 1}`.execute(
      ctx.sql,
    )
    const taken = rows[0]?.taken ?? 0
    if ((next.proximo_numero ?? 1) <= taken)
      throw invalid({ proximo_numero: `Nesta série já há a nota ${taken}: o próximo é ${taken + 1} ou maior.` })
    return draft
  },
})

export const empresasOnServer: ServerFeature = { extensions: [extension] }
