import { Link } from '@tanstack/react-router'
import { can, isStaff, permission } from '#kernel/access.ts'
import type { Field } from '#kernel/field.ts'
import { verbsOf } from '#kernel/resource.ts'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { declarationAt } from '#web/kinds/targets.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

/**
 * A value to read; a reference leads to its record, where the reader may open that. People of a client see the owner of a
 * shared record by name alone, because they may not open another client.
 */
export function ShowLinked({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const user = useUser()
  const to = field.kind === 'ref' && field.options.to !== undefined ? declarationAt(field.options.to) : undefined
  const name = nameOfRef(value)
  const isOpen = isStaff(user) || field.options.to !== 'clients'
  const opens =
    to && isOpen && !field.options.tones && verbsOf(to).includes('show') && can(user, permission(to, 'show'))
  if (!opens || !name || !isRecord(value) || typeof value.uuid !== 'string') return <Show field={field} value={value} />
  return <Link to={`/${to.path}/${value.uuid}`}>{name}</Link>
}
