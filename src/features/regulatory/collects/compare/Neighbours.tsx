import { ActionIcon, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { readNextCollect, readPreviousCollect } from '#features/regulatory/collects/compare/api.ts'
import { label } from '#parts/period/period.ts'
import { useAnswer } from '#web/call.ts'

/** The coletas of the same fistel before and after this one, also by Alt+PageUp and Alt+PageDown. */
export function Neighbours({ uuid }: { readonly uuid: string }) {
  const before = useAnswer(readPreviousCollect, { id: uuid }).data?.data
  const after = useAnswer(readNextCollect, { id: uuid }).data?.data
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
