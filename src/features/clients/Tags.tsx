import { useQuery } from '@tanstack/react-query'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { RowOf } from '#kernel/resource.ts'
import { linesOf } from '#features/collects/lines.ts'
import { tags } from '#features/lookups.ts'
import { api } from '#web/api.ts'
import { nameOf } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import styles from '#features/clients/tags.module.css'

/** The tags of a client, each in its colour. */
export function Tags({ value }: { readonly value: unknown }) {
  const user = useUser()
  const worn = linesOf(value)
  const { data } = useQuery({
    queryKey: [tags.path, 'colors'],
    enabled: worn.length > 0 && can(user, permission(tags, 'index')),
    queryFn: ({ signal }) =>
      api.get<Page<RowOf<typeof tags>>>(`/${tags.path}`, { query: { pagination: 'false' }, signal, quiet: true }),
  })
  return worn.map(({ id, tag_id, tag }) => (
    <span key={String(id)} className={styles.tag} data-state={data?.data.find(each => each.id === tag_id)?.color}>
      {nameOf(tag)}
    </span>
  ))
}
