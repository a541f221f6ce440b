import { Modal } from '@mantine/core'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { overlayLayer } from '#web/constants.ts'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
}

/**
 * A dialog that interrupts: assistive technology reads it whole, at once (WAI-ARIA 1.2, `alertdialog`). The press of Esc that opened it
 * does not close it, and the one that closes it has passed the dialog below before.
 */
export function Alert({ opened, onClose, title, children }: Props) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return
    const openedAt = performance.now()
    const onKeyDown = ({ key, isComposing, timeStamp }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing && timeStamp > openedAt) close()
    }
    // Dialogs listen while the event goes down to its target: on its way up, all of them have answered.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [opened])
  return (
    <Modal.Root opened={opened} onClose={onClose} closeOnEscape={false} zIndex={overlayLayer}>
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
}
