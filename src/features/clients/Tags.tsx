import { useQuery } from '@tanstack/react-query'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { RowOf } from '#kernel/resource.ts'
import { linesOf } from '#parts/line/line.ts'
import { tags } from '#features/lookups.ts'
import { api } from '#web/api.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import styles from '#features/clients/tags.module.css'

/** The colour of each tag, where the reader may see them. */
function useColors(wanted: boolean) {
  const user = useUser()
  const { data } = useQuery({
    queryKey: [tags.path, 'colors'],
    enabled: wanted && can(user, permission(tags, 'index')),
    queryFn: ({ signal }) =>
      api.get<Page<RowOf<typeof tags>>>(`/${tags.path}`, { query: { pagination: 'false' }, signal, quiet: true }),
  })
  return data?.data ?? []
}

/** The tags of a client, each in its colour. */
export function Tags({ value }: { readonly value: unknown }) {
  const worn = linesOf(value)
  const known = useColors(worn.length > 0)
  return worn.map(({ id, tag_id, tag }) => (
    <span key={String(id)} className={styles.tag} data-state={known.find(each => each.id === tag_id)?.color}>
      {nameOfRef(tag)}
    </span>
  ))
}

/** Shows the tags by name, as a list's row gives them: in one line. */
export function NamedTags({ names }: { readonly names: string }) {
  const known = useColors(true)
  return names.split(', ').map(name => (
    <span key={name} className={styles.tag} data-state={known.find(each => each.name === name)?.color}>
      {name}
    </span>
  ))
}
