import { useState } from 'react'
import { fileNameIn, warningsIn } from '#features/collects/file-headers.ts'
import { fieldErrorsOf, flatten, messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'

/** What came of asking for a file: what it is called and what to look at twice, or why there is none. */
export interface Outcome {
  readonly name: string | null
  readonly said: readonly string[]
}

/** Asks for a file and hands it to the reader; what the server noticed stays told. */
export function useFile(url: string, type: string, query: Readonly<Record<string, string | number>>) {
  const [busy, setBusy] = useState(false)
  const [outcome, tell] = useState<Outcome | null>(null)
  async function download() {
    setBusy(true)
    tell(null)
    try {
      const { file, headers } = await api.file(url, type, { query, quiet: true, timeout: 120_000 })
      const name = fileNameIn(headers.get('Content-Disposition')) ?? 'economico.csv'
      saveFile(file, name)
      tell({ name, said: warningsIn(headers.get('X-Warnings')) })
    } catch (error) {
      const refused = flatten(fieldErrorsOf(error))
      tell({ name: null, said: refused.length ? refused : [messageOf(error)] })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, download, dismiss: () => tell(null) }
}
