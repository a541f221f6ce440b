import { useState } from 'react'
import { ref } from '#kernel/field.ts'
import type { IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import type { MailActs } from '#features/support/incoming-mail/useIncoming.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/support/incoming-mail/incoming.module.css'

interface Props {
  readonly mail: IncomingMail
  readonly acts: MailActs
  readonly onClose: () => void
}
const target = ref('tickets', 'Chamado', { required: true, hint: 'Pelo título, pelo número ou pelo cliente' })

/** Which ticket a mail belongs to. */
export function JoinDialog({ mail, acts, onClose }: Props) {
  const [ticket, choose] = useState<unknown>(null)
  return (
    <Dialog opened onClose={onClose} title={`A que chamado pertence “${mail.subject}”?`}>
      <div className={styles.asked}>
        <Input name="ticket" field={target} value={ticket} onChange={choose} />
        <p className="meta">
          Se quem escreveu é do cliente e tem acesso, a mensagem entra em seu nome. Se não, entra como nota interna, que
          só a equipe lê.
        </p>
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Juntando…"
          disabled={typeof ticket !== 'number'}
          onClick={() => {
            if (typeof ticket === 'number') void acts.join(mail, ticket).then(done => done && onClose())
          }}
        >
          Juntar
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
