import { Button } from '@mantine/core'
import { useState } from 'react'
import { MacroDialog } from '#features/support/tickets/macros/MacroDialog.tsx'
import { useMacroAble } from '#features/support/tickets/macros/useMacro.web.ts'

/** A macro for all the marked tickets. */
export function MacroBulk({ uuids, onDone }: { readonly uuids: readonly string[]; readonly onDone: () => void }) {
  const [open, setOpen] = useState(false)
  if (!useMacroAble()) return null
  return (
    <>
      <Button variant="default" disabled={!uuids.length} onClick={() => setOpen(true)}>
        Aplicar macro
      </Button>
      {open && <MacroDialog uuids={uuids} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}
