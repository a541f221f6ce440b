import { Button } from '@mantine/core'
import { RefusedList } from '#features/regulatory/month/RefusedList.tsx'
import type { LeftColeta } from '#features/regulatory/month/api.ts'
import { Band } from '#web/ui/Band.tsx'

/** What did not pass, and why; each leads to where it is put right. */
export const LeftOut = ({
  refused,
  onClose,
}: {
  readonly refused: readonly LeftColeta[]
  readonly onClose: () => void
}) => (
  <Band tone="atencao" role="alert">
    <div>
      <strong>{refused.length === 1 ? '1 coleta ficou de fora' : `${refused.length} coletas ficaram de fora`}</strong>
      <RefusedList refused={refused} tab="conferencia" />
    </div>
    <Button variant="subtle" size="compact-sm" onClick={onClose}>
      Fechar
    </Button>
  </Band>
)
