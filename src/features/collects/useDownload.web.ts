import { useState } from 'react'
import { showCompetence } from '#kernel/show.ts'
import type { Collect } from '#features/collects/collects.ts'
import { fileNameIn, warningsIn } from '#features/collects/file-headers.ts'
import { fieldErrorsOf, flatten, messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'

/** What came of asking for the file. */
export type Outcome =
  | { readonly done: true; readonly name: string; readonly warnings: readonly string[] }
  | { readonly done: false; readonly problems: readonly string[] }

/** Asks for Anatel's file of a coleta and hands it to the reader; what the server noticed stays told. */
export function useDownload({ uuid, year, month }: Pick<Collect, 'uuid' | 'year' | 'month'>) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function download() {
    setBusy(true)
    setOutcome(null)
    try {
      const { file, headers } = await api.file(`/collects/${uuid}/file`, 'text/csv', { quiet: true, timeout: 120_000 })
      const name =
        fileNameIn(headers.get('Content-Disposition')) ?? `coleta-${showCompetence(year, month).replace('/', '-')}.csv`
      saveFile(file, name)
      setOutcome({ done: true, name, warnings: warningsIn(headers.get('X-Warnings')) })
    } catch (error) {
      const refused = flatten(fieldErrorsOf(error))
      setOutcome({ done: false, problems: refused.length ? refused : [messageOf(error)] })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, download, dismiss: () => setOutcome(null) }
}
