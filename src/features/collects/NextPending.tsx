import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import type { Collect } from '#features/collects/coleta/collects.ts'
import { label } from '#parts/period/period.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

interface Next {
  readonly uuid: string
  readonly client: string
}

/** The next coleta of the same month still to be finished, by the clients' names; also by Alt+P. */
export const NextPending = memo(function NextPending({ row }: { readonly row: Collect }) {
  const go = useNavigate()
  async function open() {
    try {
      const { data } = await api.get<{ data: Next | null }>(`/collects/${row.uuid}/proxima-pendente`)
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
