import type { WebFeature } from '#features/feature.web.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'

export const fistelsOnWeb: WebFeature = {
  areas: [{ resource: fistels, by: 'client', sort: 'fistel', group: 'Regulatório' }],
}
