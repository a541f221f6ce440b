import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { toastTime, undoToastTime } from '#web/constants.ts'

interface ToastOptions {
  readonly type?: 'success' | 'info' | 'error'
  /** Milliseconds. */
  readonly time?: number
  /** A way back: the toast stays longer, and while pointed at. */
  readonly undo?: () => void
  /** What can be done about it. */
  readonly act?: { readonly label: string; readonly run: () => void }
}

const colors = { success: 'var(--ok)', info: 'var(--accent)', error: 'var(--erro)' } as const

/** Shows a brief message at the bottom centre. Never the only place of something that must be read. */
export function toast(
  message: string,
  { type = 'success', time, undo, act = undo && { label: 'Desfazer', run: undo } }: ToastOptions = {},
) {
  const id = notifications.show({
    message: act ? (
      <WithAct message={message} label={act.label} run={() => (notifications.hide(id), act.run())} />
    ) : (
      message
    ),
    color: colors[type],
    autoClose: time ?? (act ? undoToastTime : toastTime),
    withCloseButton: act !== undefined,
    closeButtonProps: { 'aria-label': 'Fechar' },
  })
}

const WithAct = ({ message, label, run }: { message: string; label: string; run: () => void }) => (
  <>
    {message}{' '}
    <Button variant="subtle" size="compact-sm" onClick={run}>
      {label}
    </Button>
  </>
)
