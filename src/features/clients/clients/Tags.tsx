import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { linesOf } from '#parts/line/line.ts'
import { tags } from '#features/lookups.ts'
import { useAnswer } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import styles from '#features/clients/clients/tags.module.css'

/** The colour of each tag, where the reader may see them. */
function useColors(wanted: boolean) {
  const user = useUser()
  const { list } = callsOf(tags)
  const { data } = useAnswer(list, { query: { pagination: 'false' } }, { enabled: wanted && can(user, list.id) })
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
