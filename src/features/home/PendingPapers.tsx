import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedOf } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import type { clients } from '#features/clients/clients.ts'
import { pendingStates, type Pending } from '#features/documents/pending.ts'
import { Panel } from '#features/home/Panel.tsx'
import { api } from '#web/api.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/home/home.module.css'

type Client = ListedOf<typeof clients>

/** The papers asked of people of a client, whichever client they are of: each a click away from being sent. */
export const PendingPapers = () => (
  <Panel<Client>
    title="Documentos pedidos"
    path="/users/me/clients"
    query={{ per_page: 10 }}
    empty="Nenhum cliente ligado a você ainda."
  >
    {clients => <Papers clients={clients} />}
  </Panel>
)

function Papers({ clients }: { readonly clients: readonly Client[] }) {
  const asked = useQueries({
    queries: clients.map(({ id, uuid }) => ({
      queryKey: ['documents', 'pending', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get<{ data: readonly Pending[] }>(`/clients/${uuid}/pending-documents`, { signal, quiet: true }),
    })),
  })
  if (asked.some(({ isPending }) => isPending)) return <Skeletons waiting lines={2} height={28} />
  const papers = clients.flatMap((client, i) => (asked[i]?.data?.data ?? []).map(paper => ({ client, paper })))
  if (!papers.length) return <p className={styles.empty}>Tudo em dia: nada falta, nada venceu.</p>
  return (
    <List>
      {papers.map(({ client, paper: { document_type, state, valid_until } }) => (
        <li key={`${client.uuid} ${document_type.uuid}`}>
          <span>
            <Link to={`/clients/${client.uuid}?tab=documentos`}>{document_type.name}</Link>
            <span className="meta">
              {' '}
              {[clients.length > 1 && client.name, valid_until && showDate(valid_until)].filter(Boolean).join(' · ')}
            </span>
          </span>
          <StatusChip tone={state === 'a-vencer' ? 'atencao' : 'erro'}>{pendingStates[state]}</StatusChip>
        </li>
      ))}
    </List>
  )
}
