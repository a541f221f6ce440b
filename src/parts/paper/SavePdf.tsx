import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { saveAnswered } from '#parts/file/answered.web.ts'
import { api } from '#web/api.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

interface Props {
  readonly url: string
  /** What it is called when the answer does not say. */
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  readonly children: string
}

/** Requests a PDF and saves it in the browser; an error appears on top of the page. */
export function SavePdf({ url, name, query = {}, children }: Props) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveAnswered(await api.file(url, 'application/pdf', { query, timeout: 60_000 }), name)
    } catch {
      // The page shows the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <BusyButton
      variant="default"
      size="compact-md"
      busy={busy}
      doing="Gerando…"
      leftSection={<IconFileTypePdf size={16} stroke={1.5} aria-hidden />}
      onClick={() => void save()}
    >
      {children}
    </BusyButton>
  )
}
