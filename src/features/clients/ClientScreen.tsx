import { bills } from '#features/bills/bills.ts'
import { ClientFacts } from '#features/clients/ClientFacts.tsx'
import { clients } from '#features/clients/clients.ts'
import { ProviderHelper } from '#features/clients/ProviderHelper.tsx'
import { clientObservations } from '#features/clients/observations.ts'
import { collects } from '#features/collects/collects.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { stationLinks, stations } from '#features/stations/stations.ts'
import { tickets } from '#features/tickets/tickets.ts'
import { AreasScreen, type Area } from '#parts/areas/AreasScreen.tsx'

const areas: readonly Area[] = [
  { resource: fistels, by: 'client', sort: 'fistel' },
  { resource: collects, by: 'client', sort: '-year,-month' },
  { resource: stations, by: 'client', sort: 'name' },
  { resource: stationLinks, by: 'client', sort: '-created_at' },
  { resource: tickets, by: 'client', sort: '-created_at' },
  { resource: bills, by: 'client', sort: '-due_date' },
  {
    resource: clientObservations,
    by: 'client',
    sort: 'created_at',
    thread: 'Nada anotado ainda. O que se escreve aqui só a consultoria vê.',
  },
]

/** A client, and all that is of it; `more` are areas other features draw. */
export const clientScreen = (more: readonly Area[]) =>
  function ClientScreen() {
    return (
      <AreasScreen
        resource={clients}
        facts={row => <ClientFacts row={row} />}
        areas={[...areas, ...more]}
        helper={(form, row) => <ProviderHelper form={form} uuid={row.uuid} client={row.id} />}
      />
    )
  }
