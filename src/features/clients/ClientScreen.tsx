import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { ClientFacts } from '#features/clients/ClientFacts.tsx'
import { clients } from '#features/clients/clients.ts'
import { Related } from '#features/clients/Related.tsx'
import { collects } from '#features/collects/collects.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { api } from '#web/api.ts'
import { DetailScreen, EditForm, Facts, type Read } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'

/** A client: its data, its fistels and its coletas. */
const ClientScreen = () => (
  <DetailScreen resource={clients} facts={row => <ClientFacts row={row} />}>
    {(read, writable) => <Areas read={read} writable={writable} />}
  </DetailScreen>
)
export default ClientScreen

/** How many rows of a resource are of this client; undefined until known, or where the reader may not list them. */
const useCount = (path: string, client: number, may: boolean) =>
  useQuery({
    queryKey: [path, 'count', client],
    enabled: may,
    queryFn: ({ signal }) =>
      api.get<Page<unknown>>(`/${path}`, { query: { 'filter[client_id]': client, per_page: 1 }, signal, quiet: true }),
  }).data?.total

function Areas({ read, writable }: { readonly read: Read; readonly writable: boolean }) {
  const user = useUser()
  const { row } = read
  const sees = { fistels: can(user, 'fistels.index'), collects: can(user, 'collects.index') }
  const counts = {
    fistels: useCount('fistels', row.id, sees.fistels),
    collects: useCount('collects', row.id, sees.collects),
  }
  const tabs = [
    { name: 'dados', label: 'Dados' },
    ...(sees.fistels ? [{ name: 'fisteis', label: 'Fistéis', count: counts.fistels }] : []),
    ...(sees.collects ? [{ name: 'coletas', label: 'Coletas', count: counts.collects }] : []),
  ]
  const [tab, show] = useTab(tabs.map(({ name }) => name))
  return (
    <Tabs tabs={tabs} shown={tab} onShow={show}>
      {/* What is being typed stays while the reader looks elsewhere. */}
      <div hidden={tab !== 'dados'}>
        {writable ? <EditForm key={row.uuid} resource={clients} read={read} /> : <Facts resource={clients} row={row} />}
      </div>
      {tab === 'fisteis' && <Related resource={fistels} client={row.id} except="client" sort="fistel" />}
      {tab === 'coletas' && <Related resource={collects} client={row.id} except="client" sort="-year,-month" />}
    </Tabs>
  )
}
