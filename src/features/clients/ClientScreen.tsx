import { ClientFacts } from '#features/clients/ClientFacts.tsx'
import { clients } from '#features/clients/clients.ts'
import { collects } from '#features/collects/collects.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { AreasScreen } from '#web/screens/AreasScreen.tsx'

const areas = [
  { resource: fistels, by: 'client', sort: 'fistel' },
  { resource: collects, by: 'client', sort: '-year,-month' },
] as const

/** A client: its data, its fistels and its coletas. */
const ClientScreen = () => <AreasScreen resource={clients} facts={row => <ClientFacts row={row} />} areas={areas} />
export default ClientScreen
