import { isRecord } from '#web/storage.ts'
import styles from '#features/platform/integrations/integrations.module.css'
import { logOutcomes, type LogOutcome } from '#parts/integration/integration.ts'
import type { Tone } from '#kernel/field.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

const tones: Readonly<Record<LogOutcome, Tone>> = {
  conversa: 'info',
  enviado: 'ok',
  pendente: 'atencao',
  falhou: 'erro',
  interrompido: 'erro',
  pedido: 'neutro',
}
const isOutcome = (given: unknown): given is LogOutcome => typeof given === 'string' && given in logOutcomes

/** Lists each try with its request to the outside service and the result, the newest first. */
export function ItemTimeline({ logs }: { readonly logs: unknown }) {
  const lines = (Array.isArray(logs) ? logs : []).filter(isRecord).toReversed()
  return (
    <Card title="Tentativas">
      {lines.length ? (
        <List of="ol">
          {lines.map((line, at) => (
            <li key={String(line.id)}>
              <Line line={line} said={lines[at - 1]?.message} />
            </li>
          ))}
        </List>
      ) : (
        <p className="meta">Ainda não se tentou.</p>
      )}
    </Card>
  )
}

interface AttemptLineProps {
  readonly line: Readonly<Record<string, unknown>>
  /** What the line above it says; a conversation need not say it again. */
  readonly said: unknown
}
function Line({ line, said }: AttemptLineProps) {
  const { outcome, at, attempt, method, host, path, status, ms, message } = line
  const asked = [method, host && `${String(host)}${String(path ?? '')}`].filter(Boolean).join(' ')
  const answer = [
    typeof status === 'number' ? `respondeu ${status}` : asked && outcome === 'conversa' && 'sem resposta',
    typeof ms === 'number' && `em ${ms} ms`,
  ]
  return (
    <div className={styles.line}>
      {isOutcome(outcome) && <StatusChip tone={tones[outcome]}>{logOutcomes[outcome]}</StatusChip>}
      <span className="meta">
        {typeof at === 'string' && <time dateTime={at}>{fullTime(at)}</time>}
        {typeof attempt === 'number' && ` · tentativa ${attempt}`}
      </span>
      {asked && (
        <p>
          <code>{asked}</code> <span className="meta">{answer.filter(Boolean).join(' ')}</span>
        </p>
      )}
      {typeof message === 'string' && !(outcome === 'conversa' && message === said) && <p>{message}</p>}
    </div>
  )
}
