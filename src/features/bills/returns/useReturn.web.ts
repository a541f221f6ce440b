import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bankReturns, returnLines } from '#features/bills/returns/returned.ts'
import type { ToldReturn } from '#features/bills/returns/told.ts'
import { useLastReturns } from '#features/bills/returns/useMoney.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

const url = '/bills-to-receive/retorno'
const bodyOf = (file: File) => new Blob([file], { type: 'application/octet-stream' })
const quietly = { quiet: true, timeout: 120_000 } as const

/** A return file of the bank: looked at, then applied; and those applied before. */
export function useReturn() {
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [seen, setSeen] = useState<ToldReturn | null>(null)
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
      const { data } = await api.post<{ data: ToldReturn }>(`${url}/previa`, bodyOf(chosen), {
        ...quietly,
        query: { name: chosen.name },
      })
      setFile(chosen)
      setSeen(data)
      setDone(false)
    })
  const apply = (checked: boolean) =>
    attempt(async () => {
      if (!file || !seen) return
      const { data, message } = await api.post<{ data: ToldReturn; message: string }>(`${url}/aplicar`, bodyOf(file), {
        ...quietly,
        query: { name: file.name, sha256: seen.sha256, checked: String(checked) },
      })
      setSeen(data)
      setDone(true)
      toast(message)
      for (const key of [bankReturns.path, returnLines.path, 'bills-to-receive', 'bill-payments'])
        await queries.invalidateQueries({ queryKey: [key] })
    })
  const forget = () => {
    setSeen(null)
    setFile(null)
    setError(null)
  }
  return { seen, done, busy, error, recent, look, apply, forget }
}
