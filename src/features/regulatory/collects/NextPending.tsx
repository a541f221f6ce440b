import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { findPendingCollect } from '#features/regulatory/collects/compare/api.ts'
import { label } from '#parts/period/period.ts'
import { sendCall } from '#web/call.ts'
import { toast } from '#web/ui/toast.tsx'

/** The next coleta of the same month still to be finished, by the clients' names; also by Alt+P. */
export const NextPending = memo(function NextPending({ row }: { readonly row: Collect }) {
  const go = useNavigate()
  async function open() {
    try {
      const { data } = await sendCall(findPendingCollect, { id: row.uuid })
      if (data) await go({ to: `/collects/${data.uuid}` })
      else toast(`Nenhuma outra coleta de ${label(row)} por terminar.`, { type: 'info', time: 3_000 })
    } catch {
      // The page shows errors.
    }
  }
  useHotkeys([['alt+P', () => void open()]], [])
  return (
    <Button
      variant="default"
      rightSection={<IconArrowRight size={16} stroke={1.5} aria-hidden />}
      aria-keyshortcuts="Alt+P"
      onClick={() => void open()}
    >
      Próxima pendente
    </Button>
  )
})
