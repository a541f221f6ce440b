import { Button } from '@mantine/core'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import type { PersonProps } from '#parts/person/PersonDialog.tsx'
import { useUser } from '#web/session/store.ts'
import { latePart } from '#web/ui/latePart.tsx'

const PersonDialog = latePart(() => import('#parts/person/PersonDialog.tsx'))

/** A button that asks who answers for the marked rows; what it opens comes with its first press. */
export function SetPerson(props: PersonProps) {
  const [open, setOpen] = useState<boolean | null>(null)
  if (!can(useUser(), permission(props.of, 'responsavel'))) return null
  return (
    <>
      <Button variant="default" disabled={props.uuids.length === 0} onClick={() => setOpen(true)}>
        Definir responsável
      </Button>
      {open !== null && <PersonDialog {...props} opened={open} onClose={() => setOpen(false)} />}
    </>
  )
}
