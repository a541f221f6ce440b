import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import type { MailActs } from '#features/support/incoming-mail/useIncoming.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/support/incoming-mail/incoming.module.css'

interface Props {
  readonly mail: IncomingMail
  readonly acts: MailActs
  readonly onClose: () => void
}
const { client, module, type, name } = tickets.fields

/** The ticket a mail opens. */
export function OpenDialog({ mail, acts, onClose }: Props) {
  const [title, call] = useState(mail.subject.slice(0, 160))
  const [of, choose] = useState<unknown>(mail.client_id)
  const [room, enter] = useState<unknown>(null)
  const [kind, be] = useState<unknown>(null)
  function open() {
    if (typeof of !== 'number' || typeof room !== 'number' || typeof kind !== 'number') return
    void acts
      .open(mail, { client_id: of, module_id: room, type_id: kind, name: title.trim() })
      .then(done => done && onClose())
  }
  return (
    <Dialog opened onClose={onClose} title="Abrir um chamado com este e-mail">
      <div className={styles.asked}>
        <TextInput label={name.label} maxLength={160} value={title} onChange={e => call(e.currentTarget.value)} />
        <Input name="client_id" field={client} value={of} onChange={choose} known={nameOfRef(mail.client)} />
        <Input name="module_id" field={module} value={room} onChange={enter} />
        <Input name="type_id" field={type} value={kind} onChange={be} />
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Abrindo…"
          disabled={![of, room, kind].every(each => typeof each === 'number') || !title.trim()}
          onClick={open}
        >
          Abrir chamado
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
