import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { join } from '#kernel/text.ts'
import { listIntegrations, type ListedIntegration } from '#parts/integration/api.ts'
import styles from '#features/platform/integrations/integrations.module.css'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

/** The other systems this one talks to: what each still lacks, and what waits or failed. */
export default function IntegrationsScreen() {
  const { data: answer, error, isPending, refetch } = useAnswer(listIntegrations, {}, { refetchInterval: 30_000 })
  const data = answer?.data
  const ready = data?.filter(({ configured }) => configured).length ?? 0
  return (
    <Page
      title="Integrações"
      facts={
        data && `${ready} de ${data.length} configuradas. Como cada uma se configura está no README da instalação.`
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={8} />
      {data && (
        <List boxed className={styles.houses} aria-label="Integrações">
          {data.map(house => (
            <li key={house.uuid}>
              <House house={house} />
            </li>
          ))}
        </List>
      )}
    </Page>
  )
}

const queue = '/integration-queues'
/** Screens that list what was sent without the queue. */
const elsewhere: Readonly<Record<string, { readonly to: string; readonly label: string; readonly may: string }>> = {
  email: { to: '/mails', label: 'E-mails enviados', may: 'mails.index' },
  webhook: { to: '/webhook-endpoints', label: 'Webhooks', may: 'webhook-endpoints.index' },
  links: { to: '/links-importantes', label: 'Links importantes', may: 'links-importantes.index' },
}

function takenFields({ fields, takes_any_name }: ListedIntegration): string {
  if (takes_any_name) return 'Recebe campos definidos, com o nome que se dá a cada um no cadastro dele.'
  if (!fields.length) return 'Este serviço não recebe campos definidos.'
  return `Campos definidos que recebe: ${join(fields.map(({ label }) => label))}.`
}

function House({ house }: { readonly house: ListedIntegration }) {
  const { name, integration_type, configured, lacking, waiting, failed, next_at, last_at, key } = house
  const user = useUser()
  const other = elsewhere[key]
  const shown = (states: string, words: string) => (
    <Link to={queue} search={{ 'filter[integration]': key, 'filter[state][in]': states }}>
      {words}
    </Link>
  )
  return (
    <>
      <div className={styles.house}>
        <h2>{name}</h2>
        {failed ? (
          <StatusChip tone="erro">Com falhas</StatusChip>
        ) : configured ? (
          <StatusChip tone="ok">Configurada</StatusChip>
        ) : (
          <StatusChip tone="neutro">A configurar</StatusChip>
        )}
        <p className="meta">{integration_type.name}</p>
        {lacking !== null && <p>{lacking}</p>}
        <p className="meta">{takenFields(house)}</p>
      </div>
      <div className={styles.figures}>
        {other ? (
          can(user, other.may) && <Link to={other.to}>{other.label}</Link>
        ) : (
          <>
            {failed > 0 && shown('falhou', failed === 1 ? '1 falhou' : `${failed} falharam`)}
            {waiting > 0 && shown('pendente,processando', waiting === 1 ? '1 na fila' : `${waiting} na fila`)}
            {next_at !== null && (
              <span className="meta">
                Próxima tentativa: <time dateTime={next_at}>{fullTime(next_at)}</time>
              </span>
            )}
            {last_at === null ? (
              <span className="meta">Nenhuma conversa ainda</span>
            ) : (
              <span className="meta">
                Última conversa: <time dateTime={last_at}>{fullTime(last_at)}</time>
              </span>
            )}
            {last_at !== null && (
              <Link to={queue} search={{ 'filter[integration]': key }}>
                Ver conversas
              </Link>
            )}
          </>
        )}
      </div>
    </>
  )
}
