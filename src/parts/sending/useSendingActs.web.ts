import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

/** It runs one action at a time on what goes to Anatel; a refusal remains shown. */
export interface SendingActs {
  readonly busy: boolean
  readonly refusal: string | null
  /** Runs a call, whose null means that the user cancelled it; returns whether it succeeded. */
  readonly run: (work: () => Promise<{ readonly message: string } | null>) => Promise<boolean>
  readonly refuse: (said: string | null) => void
}

/** `keys`: the sections that are read again after each, beside those that its call declares. */
export function useSendingActs(keys: readonly string[] = []): SendingActs {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const run: SendingActs['run'] = async work => {
    setBusy(true)
    refuse(null)
    try {
      const done = await work()
      if (!done) return false
      await Promise.all(keys.map(key => queries.invalidateQueries({ queryKey: [key] })))
      toast(done.message)
      return true
    } catch (error) {
      refuse(reasonOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, run, refuse }
}
