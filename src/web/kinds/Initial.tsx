import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { api } from '#web/api.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import type { ListedRow } from '#web/table/useList.ts'

interface Props {
  /** Of a short list, whose rows have an `initial`. */
  readonly path: string
  readonly of: Readonly<Record<string, unknown>>
}

/** Shows 'SCM' where a list has no room for the whole name, which is shown on hover; the name where there is no initial. */
export function Initial({ path, of }: Props) {
  const name = nameOfRef(of)
  const known = can(useUser(), `${path}.index`)
  const { data, isLoading } = useQuery({
    queryKey: [path, 'initials'],
    enabled: known,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      api.get<Page<ListedRow>>(`/${path}`, { query: { pagination: 'false' }, signal, quiet: true }),
  })
  const initial = data?.data.find(({ id }) => id === of.id)?.initial
  if (isLoading) return <span className="sr-only">{name}</span>
  return typeof initial === 'string' && initial !== '' ? <abbr title={name}>{initial}</abbr> : name
}
