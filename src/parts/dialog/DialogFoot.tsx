import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** They say why the action failed. */
  readonly refusals: readonly (string | null)[]
  readonly onClose: () => void
  /** The button that does it. */
  readonly children: ReactNode
}

/** The end of a dialog: what was refused, the way out, and what is done. */
export const DialogFoot = ({ refusals, onClose, children }: Props) => (
  <>
    {refusals.map(
      said =>
        said && (
          <p key={said} role="alert" className="wrong">
            {said}
          </p>
        ),
    )}
    <Group justify="flex-end" mt="lg" gap="sm">
      <Button variant="default" onClick={onClose}>
        Cancelar
      </Button>
      {children}
    </Group>
  </>
)
