import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { reuses, type PersonalFind, type Reuse } from '#features/tickets/reuse.ts'
import { ticketMessages } from '#features/tickets/tickets.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import styles from '#features/tickets/tickets.module.css'

interface Props {
  readonly message: string
  readonly reuse: Reuse
  readonly onClose: () => void
}
const forms = { texto: 'text-modules', informativo: 'informative' } as const

/** What of an answer is only one client's, before it is for everybody. */
export function ReuseDialog({ message, reuse, onClose }: Props) {
  const go = useNavigate()
  const { data, error } = useQuery({
    queryKey: [ticketMessages.path, 'aproveitar', message, reuse],
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: { content: string; found: readonly PersonalFind[] } }>(
          `/${ticketMessages.path}/${message}/aproveitar`,
          { query: { para: reuse }, signal, quiet: true },
        )
      ).data,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Desta resposta: ${reuses[reuse].toLowerCase()}`}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {data && (
        <>
          <p>
            {data.found.length
              ? 'O que é deste cliente sai do texto. Confira se não sobrou nada:'
              : 'Não achamos nomes, e-mails, telefones nem documentos. Leia antes de salvar, mesmo assim.'}
          </p>
          {data.found.length > 0 && (
            <ul className={styles.found} aria-label="Dados pessoais encontrados">
              {data.found.map(({ what, said, instead }) => (
                <li key={said}>
                  <span className="meta">{what}</span> {said} → {instead}
                </li>
              ))}
            </ul>
          )}
          <blockquote className={styles.words}>{data.content}</blockquote>
        </>
      )}
      <DialogFoot refusals={[error ? reasonOf(error) : null]} onClose={onClose}>
        <BusyButton
          busy={false}
          doing=""
          disabled={!data}
          onClick={() => void go({ to: `/${forms[reuse]}/create?de-resposta=${message}` })}
        >
          Abrir o formulário
        </BusyButton>
      </DialogFoot>
    </Modal>
  )
}
