import { Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

interface Props {
  readonly title: string
  /** The button that does it, and what it says meanwhile. */
  readonly act: string
  readonly doing: string
  /** As `useSendingActs` answers it. */
  readonly sending: { readonly busy: boolean; readonly refusal: string | null }
  /** Sends the reason, without blanks around it; answers whether it was done. */
  readonly onSend: (reason: string) => Promise<boolean>
  readonly onClose: () => void
  /** What follows from it. */
  readonly children: ReactNode
}

/** Takes something back, with a reason of 3 to 500 characters; it closes once that is done. */
export function ReasonDialog({ title, act, doing, sending: { busy, refusal }, onSend, onClose, children }: Props) {
  const [reason, setReason] = useState('')
  const why = reason.trim()
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void onSend(why).then(isDone => isDone && onClose())
        }}
      >
        <p>{children}</p>
        <Textarea
          mt="sm"
          label="Por quê"
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={busy} doing={doing} disabled={why.length < 3}>
            {act}
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
