import { useNavigate } from '@tanstack/react-router'
import { previewReuse } from '#features/support/tickets/ticket/api.ts'
import { reuses, type Reuse } from '#features/support/tickets/ticket/reuse.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { useAnswer } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/support/tickets/ticket/tickets.module.css'

interface Props {
  readonly message: string
  readonly reuse: Reuse
  readonly onClose: () => void
}
const forms = { texto: 'text-modules', informativo: 'informative' } as const

/** What of an answer is only one client's, before it is for everybody. */
export function ReuseDialog({ message, reuse, onClose }: Props) {
  const go = useNavigate()
  const { data, error } = useAnswer(previewReuse, { id: message, query: { para: reuse } })
  const cleaned = data?.data
  return (
    <Dialog opened onClose={onClose} title={`Desta resposta: ${reuses[reuse].toLowerCase()}`}>
      {cleaned && (
        <>
          <p>
            {cleaned.found.length
              ? 'O que é deste cliente sai do texto. Confira se não sobrou nada:'
              : 'Não achamos nomes, e-mails, telefones nem documentos. Leia antes de salvar, mesmo assim.'}
          </p>
          {cleaned.found.length > 0 && (
            <ul className={styles.found} aria-label="Dados pessoais encontrados">
              {cleaned.found.map(({ what, said, instead }) => (
                <li key={said}>
                  <span className="meta">{what}</span> {said} → {instead}
                </li>
              ))}
            </ul>
          )}
          <blockquote className={styles.words}>{cleaned.content}</blockquote>
        </>
      )}
      <DialogFoot refusals={[error ? reasonOf(error) : null]} onClose={onClose}>
        <BusyButton
          busy={false}
          doing=""
          disabled={!cleaned}
          onClick={() => void go({ to: `/${forms[reuse]}/create?de-resposta=${message}` })}
        >
          Abrir o formulário
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
