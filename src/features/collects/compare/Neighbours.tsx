import { ActionIcon, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Collect } from '#features/collects/coleta/collects.ts'
import { label } from '#parts/period/period.ts'
import { api } from '#web/api.ts'

const useNeighbour = (uuid: string, way: 'previous' | 'next') =>
  useQuery({
    queryKey: ['collects', way, uuid],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Collect | null }>(`/collects/${uuid}/${way}`, { signal, quiet: true })).data,
  }).data

/** The coletas of the same fistel before and after this one, also by Alt+PageUp and Alt+PageDown. */
export function Neighbours({ uuid }: { readonly uuid: string }) {
  const before = useNeighbour(uuid, 'previous')
  const after = useNeighbour(uuid, 'next')
  const go = useNavigate()
  const open = (collect: Collect | null | undefined) => void (collect && go({ to: `/collects/${collect.uuid}` }))
  useHotkeys([
    ['alt+PageUp', () => open(before)],
    ['alt+PageDown', () => open(after)],
  ])
  return (
    <>
      <Step to={before} said="anterior" keys="Alt+PageUp" icon={IconChevronLeft} />
      <Step to={after} said="seguinte" keys="Alt+PageDown" icon={IconChevronRight} />
    </>
  )
}

interface StepProps {
  readonly to: Collect | null | undefined
  readonly said: string
  readonly keys: string
  readonly icon: typeof IconChevronLeft
}
function Step({ to, said, keys, icon: Icon }: StepProps) {
  if (!to) return null
  const name = `Coleta ${said}: ${label(to)}`
  return (
    <Tooltip label={name}>
      <ActionIcon component={Link} to={`/collects/${to.uuid}`} size={24} aria-label={name} aria-keyshortcuts={keys}>
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
