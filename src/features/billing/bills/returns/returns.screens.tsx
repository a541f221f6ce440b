import { createElement } from 'react'
import { bankReturns, returnLines } from '#features/billing/bills/returns/returned.ts'
import type { WebFeature } from '#features/feature.web.ts'

/** An applied return: what it brought, line by line, its file, and a way back. */
const detail = async () => {
  const [{ AreasScreen }, { ReturnActs, ReturnFacts }] = await Promise.all([
    import('#parts/areas/AreasScreen.tsx'),
    import('#features/billing/bills/returns/ReturnFacts.tsx'),
  ])
  const areas = [{ resource: returnLines, by: 'bank_return', sort: 'at' }]
  return {
    default: () =>
      createElement(AreasScreen, {
        resource: bankReturns,
        areas,
        facts: row => createElement(ReturnFacts, { row }),
        acts: row => createElement(ReturnActs, { row }),
      }),
  }
}

export const returnsOnWeb: WebFeature = {
  own: { [bankReturns.path]: { detail } },
  screens: [
    {
      path: '/retorno-do-banco',
      title: 'Retorno do banco',
      permission: 'bills-to-receive.retorno.previa',
      load: () => import('#features/billing/bills/returns/ReturnScreen.tsx'),
    },
    {
      path: '/dinheiro-sem-conta',
      title: 'Dinheiro sem conta',
      permission: `${returnLines.path}.esperam`,
      load: () => import('#features/billing/bills/returns/MoneyScreen.tsx'),
    },
  ],
}
