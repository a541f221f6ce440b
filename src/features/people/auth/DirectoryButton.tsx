import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Wrong } from '#features/people/auth/AccountPage.tsx'
import { leaveForDirectory } from '#features/people/auth/directory.web.ts'
import { messageOf } from '#web/api-error.ts'
import { returnAddress } from '#web/route/return.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

/** Leaves for the directory; the answer comes back to a page of its own, in this tab. */
export function DirectoryButton({ name, main }: { readonly name: string; readonly main: boolean }) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const back = returnAddress(useSearch({ strict: false }))
  async function leave() {
    setBusy(true)
    setWrong(null)
    try {
      await leaveForDirectory(back)
    } catch (error) {
      setBusy(false)
      setWrong(messageOf(error))
    }
  }
  return (
    <>
      <BusyButton
        variant={main ? 'filled' : 'default'}
        fullWidth
        busy={busy}
        doing="Abrindo…"
        onClick={() => void leave()}
      >
        {`Entrar com ${name}`}
      </BusyButton>
      <Wrong>{wrong}</Wrong>
    </>
  )
}
