import { Button } from '@mantine/core'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { receipts, type ReceiptDrop } from '#features/regulatory/receipts/receipts.ts'
import { useReceiptActs } from '#features/regulatory/receipts/useReceiptActs.web.ts'
import type { Dropping } from '#features/regulatory/receipts/useDropping.web.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/regulatory/receipts/receipts.module.css'

interface Props {
  readonly sending: Dropping | null
  /** The last one its reader dropped. */
  readonly drop: ReceiptDrop | undefined
  readonly onForget: () => void
}

/** How far the last drop is, what came of it, and the one step back. */
export function LastDrop({ sending, drop, onForget }: Props) {
  const user = useUser()
  const { busy, refusal, undo, read, again } = useReceiptActs()
  const left = sending?.left ?? []
  return (
    <>
      {left.length > 0 && !sending?.going && (
        <Band tone="atencao" role="alert">
          <div>
            <strong>
              {count(left.length, { one: 'arquivo não entrou', many: 'arquivos não entraram', gender: 'm' })}
            </strong>
            <ul className="points">
              {left.map(({ name, why }) => (
                <li key={`${name} ${why}`}>
                  {name}: {why}
                </li>
              ))}
            </ul>
          </div>
          <Button variant="subtle" size="compact-sm" onClick={onForget}>
            Fechar
          </Button>
        </Band>
      )}
      {sending?.going ? (
        <Card className={styles.last} aria-label="Último lote">
          <Progress of={{ state: 'processando', rows_done: sending.done, rows_total: sending.total }} wide />
          <p className="meta">Enviando os arquivos. Depois disso, pode fechar a página: a leitura continua.</p>
        </Card>
      ) : (
        drop &&
        !drop.undone_at && (
          <Card className={styles.last} aria-label="Último lote">
            <div>
              <p>
                <strong>{saidOf(drop)}</strong>
              </p>
              <p className="meta">{drop.name}</p>
              {isGoing(drop) && <Progress of={drop} wide />}
              {drop.error && <p role="alert">{drop.error}</p>}
              {refusal && (
                <p role="alert" className="wrong">
                  {refusal}
                </p>
              )}
            </div>
            {drop.state === 'recebendo' && can(user, 'receipt-drops.ler') && (
              <BusyButton busy={busy} doing="Lendo…" onClick={() => void read(drop)}>
                Ler o que chegou
              </BusyButton>
            )}
            {(drop.state === 'falhou' || drop.state === 'cancelado') && can(user, 'receipt-drops.tentar-de-novo') && (
              <BusyButton busy={busy} doing="Lendo…" onClick={() => void again(drop)}>
                Tentar de novo
              </BusyButton>
            )}
            {!isGoing(drop) && can(user, 'receipt-drops.desfazer') && (
              <BusyButton variant="default" busy={busy} doing="Desfazendo…" onClick={() => void undo(drop)}>
                Desfazer tudo
              </BusyButton>
            )}
          </Card>
        )
      )}
    </>
  )
}

/** '38 guardados, 2 na bandeja'. */
function saidOf({ state, kept, tray, rows_total }: ReceiptDrop) {
  if (state === 'recebendo') return 'O envio parou antes do fim: solte de novo os que faltam, ou leia o que chegou.'
  if (state === 'na-fila' || state === 'processando') return `Lendo ${count(rows_total ?? 0, receipts.text)}…`
  return `${count(kept ?? 0, { one: 'guardado', many: 'guardados', gender: 'm' })}, ${tray ?? 0} na bandeja`
}
