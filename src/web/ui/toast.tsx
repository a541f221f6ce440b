import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { toastTime, undoToastTime } from '#web/constants.ts'

interface ToastOptions {
  readonly type?: 'success' | 'info' | 'error'
  /** Milliseconds. */
  readonly time?: number
  /** A way back: the toast stays longer, and while pointed at. */
  readonly undo?: () => void
}

const colors = { success: 'var(--ok)', info: 'var(--accent)', error: 'var(--erro)' } as const

/** A word in passing, at the bottom centre. Never the only place where something that must be read is said. */
export function toast(message: string, { type = 'success', time, undo }: ToastOptions = {}) {
  const id = notifications.show({
    message: undo ? <WithUndo message={message} undo={() => (notifications.hide(id), undo())} /> : message,
    color: colors[type],
    autoClose: time ?? (undo ? undoToastTime : toastTime),
    withCloseButton: undo !== undefined,
    closeButtonProps: { 'aria-label': 'Fechar' },
  })
}

const WithUndo = ({ message, undo }: { message: string; undo: () => void }) => (
  <>
    {message}{' '}
    <Button variant="subtle" size="compact-sm" onClick={undo}>
      Desfazer
    </Button>
  </>
)
