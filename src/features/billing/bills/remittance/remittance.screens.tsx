import { createElement } from 'react'
import { readWaitingRemittances } from '#features/billing/bills/remittance/api.ts'
import {
  bankRemittances,
  remittanceOrders,
  remittanceStates,
  type RemittanceState,
} from '#features/billing/bills/remittance/remitted.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { ReadRow } from '#web/screens/read-row.ts'

const isState = (value: unknown): value is RemittanceState => typeof value === 'string' && value in remittanceStates
const shownOf = ({ uuid, name, number, state }: ReadRow['row']) => ({
  uuid,
  name: String(name),
  number: Number(number),
  state: isState(state) ? state : null,
})

/** A remittance: what it has, boleto by boleto, what the bank answered, its file, and a way back. */
const detail = async () => {
  const [{ AreasScreen }, { RemittanceButtons, RemittanceChip }] = await Promise.all([
    import('#parts/areas/AreasScreen.tsx'),
    import('#features/billing/bills/remittance/RemittanceActs.tsx'),
  ])
  const areas = [{ resource: remittanceOrders, by: 'bank_remittance', sort: 'at' }]
  return {
    default: () =>
      createElement(AreasScreen, {
        resource: bankRemittances,
        areas,
        facts: row => createElement(RemittanceChip, { state: shownOf(row).state }),
        acts: row => createElement(RemittanceButtons, { row: shownOf(row) }),
      }),
  }
}

export const remittancesOnWeb: WebFeature = {
  own: { [bankRemittances.path]: { detail } },
  screens: [
    {
      path: '/remessa-ao-banco',
      title: 'Remessa ao banco',
      permission: readWaitingRemittances.id,
      load: () => import('#features/billing/bills/remittance/RemittanceScreen.tsx'),
    },
  ],
}
