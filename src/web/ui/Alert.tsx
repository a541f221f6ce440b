import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { overlayLayer } from '#web/constants.ts'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
}

/** A dialog that interrupts: assistive technology reads it whole, at once (WAI-ARIA 1.2, `alertdialog`). */
export const Alert = ({ opened, onClose, title, children }: Props) => (
  <Modal.Root opened={opened} onClose={onClose} zIndex={overlayLayer}>
    <Modal.Overlay />
    {/* The library writes its own role after those it is given. */}
    <Modal.Content renderRoot={props => <section {...props} role="alertdialog" />}>
      <Modal.Header role="presentation">
        <Modal.Title>{title}</Modal.Title>
        <Modal.CloseButton aria-label="Fechar" />
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
