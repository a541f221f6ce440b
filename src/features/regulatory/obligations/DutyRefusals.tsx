import { Button } from '@mantine/core'
import { can } from '#kernel/access.ts'
import type { OwedDuty } from '#features/regulatory/obligations/api.ts'
import { download } from '#parts/file/download.web.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/regulatory/obligations/obligations.module.css'

const changed = ['obligations', 'receipts', 'receipt-drops', 'client-tarefas']

/** Lists the papers that refused a duty, in their words; the user can open and undo each here. */
export function DutyRefusals({ item: { refusals } }: { readonly item: Pick<OwedDuty, 'refusals'> }) {
  const user = useUser()
  const { busy, refusal, run } = useSendingActs(changed)
  const undo = (uuid: string) =>
    run(async () => {
      await api.put(`/receipts/${uuid}/desfazer`, undefined, { quiet: true })
      return { message: 'Recusa desfeita. O papel voltou à bandeja de comprovantes.' }
    })
  return (
    <>
      {refusals.map(({ uuid, name, said, protocol, at, by }) => (
        <div key={`${at} ${name}`} className={styles.refused}>
          <span>
            <strong>Recusada</strong>{' '}
            <span className="meta">
              {[`registrada em ${fullTime(at)}`, by && `por ${by}`, protocol && `protocolo ${protocol}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <blockquote>{said}</blockquote>
          {uuid && (
            <span>
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => void download({ uuid, name }).catch(() => undefined)}
              >
                {name}
              </Button>
              {can(user, 'receipts.desfazer') && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  disabled={busy}
                  aria-label={`Desfazer a recusa: ${name}`}
                  onClick={() => void undo(uuid)}
                >
                  Desfazer a recusa
                </Button>
              )}
            </span>
          )}
        </div>
      ))}
      {refusal && (
        <p role="alert" className="wrong">
          {refusal}
        </p>
      )}
    </>
  )
}
