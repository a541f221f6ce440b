import { companyOf } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { empresas } from '#features/empresas/empresas.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { extend } from '#server/extend.ts'

const extension = extend(empresas, {
  beforeCreate: (draft, { user }) => {
    if (companyOf(user) !== null)
      throw problem('conflict', 'Para registrar uma empresa, escolha antes “Todas as empresas”: você só veria a atual.')
    return draft
  },
})

export const empresasOnServer: ServerFeature = { extensions: [extension] }
