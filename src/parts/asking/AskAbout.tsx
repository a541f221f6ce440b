import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

interface Props {
  /** The field of a ticket that names the row: 'station'. */
  readonly by: string
  readonly row: { readonly id: number; readonly client_id?: unknown; readonly client?: unknown }
}

/** Opens a ticket about a row, with what is known of it filled in. */
export function AskAbout({ by, row }: Props) {
  if (!can(useUser(), 'tickets.abrir')) return null
  const client = row.client_id ?? (isRecord(row.client) ? row.client.id : undefined)
  const known = { [`${by}_id`]: row.id, ...(typeof client === 'number' && { client_id: client }) }
  const query = new URLSearchParams(Object.entries(known).map(([key, id]) => [key, String(id)]))
  return (
    <Button
      variant="default"
      component={Link}
      to={`/tickets/create?${query.toString()}`}
      leftSection={<IconMessagePlus size={16} stroke={1.5} aria-hidden />}
    >
      Abrir chamado
    </Button>
  )
}
