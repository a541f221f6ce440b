import { Button } from '@mantine/core'
import { can, permission } from '#kernel/access.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { useNotes, useNoting, type Note, type Noted } from '#features/regulatory/collects/notes/useNotes.web.ts'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/collects/coleta/tab.module.css'

/** What was written of a coleta: what is still followed up, each to be resolved, and then the comments. */
export function Notes({ collect }: { readonly collect: Noted }) {
  const user = useUser()
  const { data } = useNotes(collect)
  const { resolve } = useNoting()
  const notes = data?.data ?? []
  const resolves = can(user, permission(collectNotes, 'resolver'))
  if (notes.length === 0) return null
  return (
    <section className={styles.notes} aria-label="Anotações">
      <List boxed wrap>
        {notes.map(note => (
          <li key={note.uuid}>
            <One note={note} />
            {note.open && resolves && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Resolver: ${note.content}`}
                onClick={() => void resolve(note).catch(() => undefined)}
              >
                Resolver
              </Button>
            )}
          </li>
        ))}
      </List>
    </section>
  )
}

const One = ({ note: { content, finding, city, open, user, created_at } }: { readonly note: Note }) => (
  <>
    <StatusChip tone={open ? 'atencao' : 'neutro'}>{open ? 'Acompanhar' : 'Anotação'}</StatusChip>
    <div>
      <p>{content}</p>
      {(finding ?? city) && <p className="meta">{finding ?? city?.name}</p>}
      <p className="meta">
        {user?.name}, <time dateTime={created_at}>{fullTime(created_at)}</time>
      </p>
    </div>
  </>
)
