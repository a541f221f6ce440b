import { useState } from 'react'
import { fileNameIn, warningsIn } from '#parts/file/headers.ts'
import { fieldErrorsOf, flatten, messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'

interface Asked {
  readonly url: string
  readonly type: string
  readonly query?: Readonly<Record<string, string | number>>
  /** What it is called when the answer does not say. */
  readonly name: string
}

/** What came of asking for a file: its name (none, if it was not made) and what to look at. */
export interface Outcome {
  readonly name: string | null
  readonly said: readonly string[]
}

/** Asks for a file and hands it to the reader; what the server noticed in it, or why there is none, stays told. */
export function useFile({ url, type, query = {}, name }: Asked) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function download() {
    setBusy(true)
    setOutcome(null)
    try {
      const { file, headers } = await api.file(url, type, { query, quiet: true, timeout: 120_000 })
      const named = fileNameIn(headers.get('Content-Disposition')) ?? name
      saveFile(file, named)
      setOutcome({ name: named, said: warningsIn(headers.get('X-Warnings')) })
    } catch (error) {
      const refused = flatten(fieldErrorsOf(error))
      setOutcome({ name: null, said: refused.length ? refused : [messageOf(error)] })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, download, dismiss: () => setOutcome(null) }
}
