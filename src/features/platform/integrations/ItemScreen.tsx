import { Link } from '@tanstack/react-router'
import { showInstant } from '#kernel/show.ts'
import styles from '#features/platform/integrations/integrations.module.css'
import { ItemState } from '#features/platform/integrations/ItemState.tsx'
import { ItemTimeline } from '#features/platform/integrations/ItemTimeline.tsx'
import { Payload } from '#features/platform/integrations/Payload.tsx'
import { integrationQueues } from '#parts/integration/queues.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { DetailScreen, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Band } from '#web/ui/Band.tsx'

/** An item of the queue: its state and the reason, each try, and its content. */
export default function ItemScreen() {
  return (
    <DetailScreen
      resource={integrationQueues}
      facts={row => (
        <span className={styles.facts}>
          <ItemState state={row.state} kind={row.kind} />
          <span>
            {row.kind === 'consulta' ? 'Consulta de ' : 'Na fila desde '}
            <time dateTime={row.created_at}>{showInstant(row.created_at)}</time>
          </span>
          {typeof row.about_path === 'string' && (
            <Link to={row.about_path}>{String(row.about ?? 'Ver o assunto')}</Link>
          )}
        </span>
      )}
    >
      {read => <Whole read={read} />}
    </DetailScreen>
  )
}

function Whole({ read: { row } }: { readonly read: ReadRow }) {
  const going = row.state === 'pendente' || row.state === 'processando'
  useFollowed(integrationQueues.path, going)
  return (
    <div className={styles.parts}>
      {typeof row.error === 'string' && (
        <Band className={styles.way} tone={going ? 'atencao' : 'erro'} role="status">
          {row.error}
          {row.state === 'pendente' &&
            typeof row.next_attempt_at === 'string' &&
            ` Nova tentativa em ${showInstant(row.next_attempt_at)}.`}
          {row.state === 'falhou' && row.kind !== 'consulta' && ' Resolvido o motivo, use “Tentar de novo”.'}
        </Band>
      )}
      {row.state === 'pendente' && !row.active && (
        <Band className={styles.way} tone="atencao" role="status">
          Está inativo: não é enviado enquanto não for reativado.
        </Band>
      )}
      <ItemTimeline logs={row.logs} />
      {row.kind !== 'consulta' && <Payload uuid={row.uuid} />}
      <Facts resource={itemFacts} row={row} />
    </div>
  )
}

/** The rest is already shown above. */
const itemFacts = {
  ...integrationQueues,
  form: [
    { title: 'O que vai', fields: ['integration', 'kind', 'endpoint', 'client', 'empresa'] },
    { title: 'Andamento', fields: ['attempts', 'ended_at', 'user', 'request'] },
  ],
} as const
