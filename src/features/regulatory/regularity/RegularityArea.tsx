import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import {
  checkTaskItem,
  downloadRegularity,
  readRegularity,
  readSummary,
  type TracedCheck,
} from '#features/regulatory/regularity/api.ts'
import { lookAge, checkKinds, lights } from '#features/regulatory/regularity/light.ts'
import { LookDialog } from '#features/regulatory/regularity/LookDialog.tsx'
import { SummaryDialog } from '#features/regulatory/regularity/SummaryDialog.tsx'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/regularity/regularity.module.css'

interface Props {
  readonly client: { readonly uuid: string }
}
const kinds = ['item', 'documento', 'obrigacao'] as const

/** The regularity of a client: every check with its age, and where to correct it. */
export default function RegularityArea({ client }: Props) {
  const user = useUser()
  const [summing, sum] = useState(false)
  const [asked, ask] = useState<TracedCheck | null>(null)
  const { data, error, isPending, refetch } = useAnswer(readRegularity, { id: client.uuid })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={28} />
  const { today, days, checks } = data
  const { name, tone } = lights[data.light]
  return (
    <div className={styles.areas}>
      <Bar>
        <div className={styles.now}>
          <StatusChip tone={tone}>{name}</StatusChip>
          <span className="meta">{`Cada consulta vale por ${days} dias.`}</span>
        </div>
        {can(user, readSummary.id) && (
          <Button variant="default" size="compact-md" onClick={() => sum(true)}>
            Resumo para enviar
          </Button>
        )}
        {can(user, downloadRegularity.id) && (
          <SavePdf url={callPath(downloadRegularity, { id: client.uuid })} name="situacao-regulatoria.pdf">
            {isStaff(user) ? 'PDF para o cliente' : 'Baixar em PDF'}
          </SavePdf>
        )}
      </Bar>
      {summing && <SummaryDialog client={client.uuid} onClose={() => sum(false)} />}
      {checks.length === 0 && (
        <p className="meta">
          {isStaff(user)
            ? 'Ninguém conferiu nada deste cliente ainda. O que se confere são as listas das tarefas, os documentos exigidos e as obrigações.'
            : 'Nada foi conferido ainda.'}
        </p>
      )}
      {kinds.map(kind => {
        const own = checks.filter(check => check.kind === kind)
        return (
          own.length > 0 && (
            <Card key={kind} title={checkKinds[kind]}>
              <List>
                {own.map(check => (
                  <CheckRow key={check.key} check={check} today={today} onLook={() => ask(check)} />
                ))}
              </List>
            </Card>
          )
        )
      })}
      {asked?.look && <LookDialog name={asked.name} place={asked.look} today={today} onClose={() => ask(null)} />}
    </div>
  )
}

interface CheckRowProps {
  readonly check: TracedCheck
  readonly today: string
  readonly onLook: () => void
}
function CheckRow({ check, today, onLook }: CheckRowProps) {
  const { name, kind, of, light, said, on, by, path, look } = check
  const mayLook = can(useUser(), checkTaskItem.id)
  const tone = light === null ? 'neutro' : lights[light].tone
  const word = light === null ? 'Não se aplica' : lights[light].name
  return (
    <li className={styles.check}>
      <div>
        {path ? <Link to={path}>{name}</Link> : <span>{name}</span>}
        <br />
        <span className="meta">{[light !== null && said, of, by && `por ${by}`].filter(Boolean).join(' · ')}</span>
      </div>
      <StatusChip tone={tone}>{word}</StatusChip>
      <span className={styles.age} title={on ? showDate(on) : undefined}>
        {on ? lookAge(on, today) : <span aria-hidden>—</span>}
      </span>
      <span className={styles.act}>
        {look && (
          <Button variant="default" size="compact-sm" aria-label={`Conferir: ${name}`} onClick={onLook}>
            Conferir
          </Button>
        )}
        {!look && path && kind === 'item' && mayLook && (
          <Button
            component={Link}
            to={path}
            variant="subtle"
            size="compact-sm"
            title="A tarefa foi concluída: abra outra, e confira nela"
            aria-label={`Abrir tarefa para conferir: ${name}`}
          >
            Abrir tarefa
          </Button>
        )}
      </span>
    </li>
  )
}
