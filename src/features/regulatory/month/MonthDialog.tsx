import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#features/regulatory/month/quadro.module.css'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

interface Props {
  readonly title: string
  readonly error: unknown
  readonly waiting: boolean
  readonly onRetry: () => void
  readonly onClose: () => void
  /** The button, and how many it does it to. */
  readonly act: string
  readonly able: boolean
  readonly onAct: () => void
  readonly children: ReactNode
}

/** What is done to many at once, as the server sees it before it is done. */
export const MonthDialog = ({ title, error, waiting, onRetry, onClose, act, able, onAct, children }: Props) => (
  <Dialog opened onClose={onClose} size="lg" title={title}>
    {error ? (
      <ErrorState error={error} onRetry={onRetry} />
    ) : waiting ? (
      <Skeletons waiting lines={4} height={28} />
    ) : (
      <div className={styles.finishing}>{children}</div>
    )}
    <Group justify="flex-end" mt="lg" gap="sm">
      <Button variant="default" onClick={onClose}>
        Cancelar
      </Button>
      <Button disabled={!able} onClick={onAct}>
        {act}
      </Button>
    </Group>
  </Dialog>
)
