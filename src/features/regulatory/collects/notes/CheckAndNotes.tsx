import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { can, permission } from '#kernel/access.ts'
import { Check } from '#features/regulatory/collects/check/Check.tsx'
import { NoteDialog } from '#features/regulatory/collects/notes/NoteDialog.tsx'
import { Notes } from '#features/regulatory/collects/notes/Notes.tsx'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { wholeColeta, type NoteSubject, type Noted } from '#features/regulatory/collects/notes/useNotes.web.ts'
import { useUser } from '#web/session/store.ts'

interface Props extends Omit<ComponentProps<typeof Check>, 'uuid' | 'onNote' | 'beside'> {
  readonly collect: Noted
  /** What is being written about, if anything is. */
  readonly about: NoteSubject | null
  readonly onWrite: (about: NoteSubject | null) => void
}

/** What was written of the coleta above what the check says of it, and the dialog to write more. */
export function CheckAndNotes({ collect, about, onWrite, ...check }: Props) {
  const writes = can(useUser(), permission(collectNotes, 'store'))
  return (
    <>
      <Notes collect={collect} />
      <Check
        {...check}
        uuid={collect.uuid}
        beside={
          writes && (
            <Button variant="default" size="compact-md" onClick={() => onWrite(wholeColeta(false))}>
              Anotar
            </Button>
          )
        }
        onNote={writes ? ({ message, field }) => onWrite({ open: true, finding: message, field }) : undefined}
      />
      <NoteDialog collect={collect} about={about} onClose={() => onWrite(null)} />
    </>
  )
}
