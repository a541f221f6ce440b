import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, type FocusEvent } from 'react'
import { confirm, openQuestion } from '#web/ui/confirm.tsx'

interface Props extends ModalProps {
  /** What was filled in is stored: the dialog shows what came of it. */
  readonly settled?: boolean
}

/** Has the trap of the focus, which begins a moment after the dialog is drawn, leave it to a field that has it by then: moved, it loses what was typed. */
function leaveFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
  if (!currentTarget.querySelector('[data-autofocus]')) target.setAttribute('data-autofocus', '')
}

/**
 * A dialog in which something is filled in. Esc, a click beside it and its X ask first once something was; what ends it by
 * itself, *Cancelar* and what was done, calls `onClose` at once.
 */
export function Dialog({ onClose, opened, settled = false, children, ...rest }: Props) {
  const isFilled = useRef(false)
  const isAsking = useRef(false)
  useEffect(() => {
    isFilled.current = false
    // Done meanwhile: there is nothing to discard any more.
    return () => {
      if (isAsking.current) openQuestion.get()?.answer(false)
    }
  }, [opened])
  async function leave() {
    if (isAsking.current) return
    if (settled || !isFilled.current) return onClose()
    isAsking.current = true
    const leaves = await confirm({
      title: 'Descartar o que foi preenchido?',
      text: 'O que você preencheu nesta janela ainda não foi gravado.',
      act: 'Descartar',
      cancel: 'Continuar preenchendo',
      danger: true,
    })
    isAsking.current = false
    if (leaves) onClose()
  }
  return (
    <Modal opened={opened} onClose={() => void leave()} closeButtonProps={{ 'aria-label': 'Fechar' }} {...rest}>
      {/* What is typed or chosen below, in a list over the dialog too, comes up here. */}
      <div onInput={() => (isFilled.current = true)} onFocus={leaveFocus}>
        {children}
      </div>
    </Modal>
  )
}
