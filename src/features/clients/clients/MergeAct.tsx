import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { useUser } from '#web/session/store.ts'

/** Leads from a client to its merge with another. */
export function MergeAct({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  const may = ['clients.unificar', 'clients.update', 'clients.destroy'].every(name => can(user, name))
  if (!may) return null
  return (
    <Menu.Item component={Link} to={`/clients/${uuid}/unificar`}>
      Unificar com outro cliente…
    </Menu.Item>
  )
}
