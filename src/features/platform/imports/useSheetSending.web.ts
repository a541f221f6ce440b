import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sendImport } from '#features/platform/imports/section/api.ts'
import { isSheetSection } from '#features/platform/imports/section/imports.ts'
import { ApiError, reasonOf } from '#web/api-error.ts'
import { sendCall } from '#web/call.ts'
import { bytesIn } from '#web/files.ts'

export interface RefusedImport {
  readonly file: File
  readonly message: string
  /** The import the same file came by before. */
  readonly twin: string | null
  /** The section its columns are of. */
  readonly other: string | null
}

const valueIn = (error: unknown, name: string) => {
  const value = error instanceof ApiError ? error.body?.data[name] : null
  return typeof value === 'string' ? value : null
}

/** Sends a file to a section and goes to the import it became; remembers why the last one was refused. */
export function useSheetSending() {
  const go = useNavigate()
  const [refused, refuse] = useState<RefusedImport | null>(null)
  const [busy, setBusy] = useState(false)
  async function send(file: File, to: string, again = false) {
    if (!isSheetSection(to)) return
    setBusy(true)
    refuse(null)
    try {
      const query = { name: file.name, resource: to, ...(again && { again: 'true' as const }) }
      const { data } = await sendCall(sendImport, { query, body: bytesIn(file) }, { quiet: true, timeout: 120_000 })
      await go({ to: `/imports/${data.uuid}` })
    } catch (error) {
      refuse({ file, message: reasonOf(error), twin: valueIn(error, 'twin'), other: valueIn(error, 'section') })
    } finally {
      setBusy(false)
    }
  }
  return { refused, busy, send, forget: () => refuse(null) }
}
