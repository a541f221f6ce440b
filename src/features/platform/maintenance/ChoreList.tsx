import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { runChore, type ChoreState } from '#features/platform/maintenance/api.ts'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/maintenance/maintenance.module.css'
import { sendCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly chores: readonly ChoreState[]
  /** One was begun. */
  readonly onAsked: () => void
}

/** Each chore with what it does, how it last went and when it is next; those that failed come first. */
export const ChoreList = ({ chores, onAsked }: Props) => (
  <List boxed className={styles.chores}>
    {chores
      .toSorted((one, other) => Number(other.error !== null) - Number(one.error !== null))
      .map(chore => (
        <One key={chore.name} chore={chore} onAsked={onAsked} />
      ))}
  </List>
)

function One({ chore, onAsked }: { readonly chore: ChoreState; readonly onAsked: () => void }) {
  const { title, about, every, error, said, asked_by, running } = chore
  return (
    <li>
      <div className={styles.words}>
        <h3>{title}</h3>
        <Chip {...chore} />
        <p>{about}</p>
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        {error === null && said !== null && <p className={styles.said}>{said}</p>}
      </div>
      <dl>
        <Moment label={asked_by ? `Última vez, por ${asked_by}` : 'Última vez'} at={chore.started_at} none="nunca" />
        <Moment label="Último sucesso" at={chore.succeeded_at} none="nunca" />
        <Moment label={`Próxima (${rhythm(every)})`} at={running ? null : chore.next_at} none="ao terminar" />
      </dl>
      <Run chore={chore} onAsked={onAsked} />
    </li>
  )
}

const rhythm = (minutes: number) =>
  minutes === 1_440 ? 'a cada dia' : minutes === 60 ? 'a cada hora' : `a cada ${minutes} min`

function Chip({ running, error, succeeded_at }: ChoreState) {
  if (running) return <StatusChip tone="info">Em andamento</StatusChip>
  if (error !== null) return <StatusChip tone="erro">Falhou</StatusChip>
  return succeeded_at ? (
    <StatusChip tone="ok">Em dia</StatusChip>
  ) : (
    <StatusChip tone="neutro">Ainda não rodou</StatusChip>
  )
}

const Moment = ({ label, at, none }: { readonly label: string; readonly at: string | null; readonly none: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{at ? <time dateTime={at}>{fullTime(at)}</time> : none}</dd>
  </div>
)

function Run({
  chore: { name, title, about, error, running },
  onAsked,
}: {
  readonly chore: ChoreState
  readonly onAsked: () => void
}) {
  const user = useUser()
  const [busy, setBusy] = useState(false)
  if (!can(user, runChore.id)) return null
  async function run() {
    const sure = await confirm({
      title: `Executar agora “${title}”?`,
      // The question shows the last error before a new run.
      text: error === null ? about : `${about} Da última vez: ${error}`,
      act: 'Executar agora',
    })
    if (!sure) return
    setBusy(true)
    await sendCall(runChore, { chore: name })
      .then(({ message }) => toast(message))
      .catch(() => undefined)
    setBusy(false)
    onAsked()
  }
  return (
    <BusyButton
      variant="default"
      size="compact-sm"
      busy={busy || running}
      doing="Executando…"
      aria-label={`Executar agora: ${title}`}
      onClick={() => void run()}
    >
      Executar agora
    </BusyButton>
  )
}
