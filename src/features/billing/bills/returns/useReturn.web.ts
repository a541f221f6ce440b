import { useState } from 'react'
import { applyReturn, previewReturn, type PreviewedReturn } from '#features/billing/bills/returns/api.ts'
import { useLastReturns } from '#features/billing/bills/returns/useMoney.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useRenewal } from '#web/call.ts'
import { toast } from '#web/ui/toast.tsx'

const bodyOf = (file: File) => new Blob([file], { type: 'application/octet-stream' })
const quietly = { quiet: true, timeout: 120_000 } as const

/** A return file of the bank: looked at, then applied; and those applied before. */
export function useReturn() {
  const renew = useRenewal(applyReturn)
  const [file, setFile] = useState<File | null>(null)
  const [seen, setSeen] = useState<PreviewedReturn | null>(null)
  const [done, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const recent = useLastReturns()
  async function attempt(call: () => Promise<void>) {
    setBusy(true)
    setError(null)
    try {
      await call()
    } catch (caught) {
      setError(reasonOf(caught))
    } finally {
      setBusy(false)
    }
  }
  const look = (chosen: File) =>
    attempt(async () => {
      setSeen(null)
      const { data } = await sendCall(previewReturn, { query: { name: chosen.name }, body: bodyOf(chosen) }, quietly)
      setFile(chosen)
      setSeen(data)
      setDone(false)
    })
  const apply = (checked: boolean) =>
    attempt(async () => {
      if (!file || !seen) return
      const query = { name: file.name, sha256: seen.sha256, checked: checked ? 'true' : 'false' } as const
      const { data, message } = await sendCall(applyReturn, { query, body: bodyOf(file) }, quietly)
      setSeen(data)
      setDone(true)
      toast(message)
      await renew()
    })
  const forget = () => {
    setSeen(null)
    setFile(null)
    setError(null)
  }
  return { seen, done, busy, error, recent, look, apply, forget }
}
