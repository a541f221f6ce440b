import { Button } from '@mantine/core'
import type { Handover } from '#features/people/team/handovers.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

interface Props {
  readonly rows: readonly Handover[]
  readonly busy: boolean
  readonly onUndo?: (row: Handover) => void
}

/** What was handed over lately, and the way back. */
export function PastHandovers({ rows, busy, onUndo }: Props) {
  if (!rows.length) return null
  return (
    <Card title="Passagens recentes">
      <List>
        {rows.map(row => (
          <li key={row.uuid}>
            <div>
              <strong>{row.giver?.name ?? 'Sem responsável'}</strong> → <strong>{row.receiver.name}</strong>: {row.name}
              {row.kept > 0 && `; ${row.kept === 1 ? 'ficou' : 'ficaram'} ${row.kept}`}{' '}
              <span className="meta">
                <time dateTime={row.created_at}>{fullTime(row.created_at)}</time>
                {row.user && `, por ${row.user.name}`}
              </span>
            </div>
            {row.undone_at ? (
              <StatusChip tone="neutro">Desfeita</StatusChip>
            ) : (
              onUndo && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={busy}
                  aria-label={`Desfazer a passagem a ${row.receiver.name}: ${row.name}`}
                  onClick={() => onUndo(row)}
                >
                  Desfazer
                </Button>
              )
            )}
          </li>
        ))}
      </List>
    </Card>
  )
}
