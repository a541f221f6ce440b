import { useState } from 'react'
import { reasonOf } from '#web/api-error.ts'

/** Sends what a dialog asks for; a refusal is shown in the dialog, and what was typed stays. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function send<T>(work: () => Promise<T>): Promise<T | null> {
    if (busy) return null
    setBusy(true)
    setRefusal(null)
    try {
      return await work()
    } catch (error) {
      setRefusal(reasonOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, send }
}
