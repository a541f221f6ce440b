import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { previewReuse } from '#features/support/tickets/ticket/api.ts'
import type { SaidMessage } from '#features/support/tickets/ticket/conversation.ts'
import { ReuseDialog } from '#features/support/tickets/messages/ReuseDialog.tsx'
import type { Reuse } from '#features/support/tickets/ticket/reuse.ts'
import { useUser } from '#web/session/store.ts'

interface Props {
  readonly said: SaidMessage
  /** Begins to take messages to another ticket, from this one on; none where that may not be. */
  readonly onSplit?: (() => void) | undefined
}

/** What is seldom done with a message. */
export function MessageMenu({ said, onSplit }: Props) {
  const user = useUser()
  const [reuse, choose] = useState<Reuse | null>(null)
  if (!isStaff(user)) return null
  const reusable = said.from_team && !said.internal && can(user, previewReuse.id)
  const toText = reusable && can(user, 'text-modules.store')
  const toNews = reusable && can(user, 'informative.store')
  if (!onSplit && !toText && !toNews) return null
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Mais sobre esta mensagem">
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onSplit && <Menu.Item onClick={onSplit}>Separar em outro chamado…</Menu.Item>}
          {toText && <Menu.Item onClick={() => choose('texto')}>Guardar como texto pronto…</Menu.Item>}
          {toNews && <Menu.Item onClick={() => choose('informativo')}>Virar informativo…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {reuse && <ReuseDialog message={said.uuid} reuse={reuse} onClose={() => choose(null)} />}
    </>
  )
}
