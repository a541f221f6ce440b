import { useCallback, useState } from 'react'
import { saveAnswered } from '#parts/file/answered.web.ts'
import { warningsIn } from '#parts/file/headers.ts'
import { reasonsOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'

interface FileAddress {
  readonly url: string
  readonly type: string
  readonly query?: Readonly<Record<string, string | number>>
  /** What it is called when the answer does not say. */
  readonly name: string
}

/** What came of asking for a file: its name (none, if it was not made) and what to look at. */
export interface DownloadOutcome {
  readonly name: string | null
  readonly said: readonly string[]
}

const noQuery = {}
/** Downloads a file and saves it in the browser; the server's warnings, or the error, remain shown. */
export function useFile({ url, type, query = noQuery, name }: FileAddress) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<DownloadOutcome | null>(null)
  const download = useCallback(async () => {
    setBusy(true)
    setOutcome(null)
    try {
      const answered = await api.file(url, type, { query, quiet: true, timeout: 120_000 })
      const said = warningsIn(answered.headers.get('X-Warnings'))
      setOutcome({ name: saveAnswered(answered, name), said })
    } catch (error) {
      setOutcome({ name: null, said: reasonsOf(error) })
    } finally {
      setBusy(false)
    }
  }, [url, type, query, name])
  return { busy, outcome, download, dismiss: () => setOutcome(null) }
}
