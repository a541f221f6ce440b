import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { pages } from '#features/support/pages/pages.ts'
import styles from '#features/support/pages/pages.module.css'
import { useAnswer } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { historyOf } from '#web/screens/row-history.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'

const pageHistory = historyOf(pages)
const placeFields: ReadonlySet<string> = new Set(['name', 'parent', 'parent_id', 'position', 'audience', 'active'])

/** Edits what versions do not contain and applies at once: the name of a page, its place, its audience. */
export function PlaceChanges({ page: { uuid, version } }: { readonly page: ReadRow['row'] }) {
  const user = useUser()
  const enabled = can(user, pageHistory.id)
  const { data } = useAnswer(pageHistory, { id: uuid }, { enabled, rowVersion: String(version) })
  const changes = (data?.data ?? [])
    .filter(({ event }) => event !== 'Registro criado')
    .flatMap(({ id, at, author, changes: all }) =>
      all
        .filter(({ field }) => placeFields.has(field))
        .map(change => ({ ...change, key: `${id} ${change.field}`, at, author: author ?? 'Sistema' })),
    )
  if (!changes.length) return null
  return (
    <section className={styles.places} aria-labelledby="place-changes">
      <h2 id="place-changes">Nome, lugar e público</h2>
      <p className="meta">
        Valem na hora em que são salvos, e não dependem de versão.
        {data?.more && ' Aqui estão as mudanças mais recentes; as demais estão no Histórico.'}
      </p>
      <Table
        label="Mudanças de nome, lugar e público"
        cards
        columns={[
          { key: 'label', title: 'O que mudou', names: true, cell: ({ label }) => label },
          { key: 'before', title: 'Antes', label: 'Antes', cell: ({ before }) => before ?? '—' },
          { key: 'after', title: 'Depois', label: 'Depois', cell: ({ after }) => after ?? '—' },
          { key: 'author', title: 'Por quem', cell: ({ author }) => author },
          { key: 'at', title: 'Quando', cell: ({ at }) => showInstant(at) },
        ]}
        rows={changes}
        keyOf={({ key }) => key}
      />
    </section>
  )
}
