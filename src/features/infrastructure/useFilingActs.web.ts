import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

/** What is done to a filing, one thing at a time; what is refused stays told. */
export interface FilingActs {
  readonly busy: boolean
  readonly refusal: string | null
  /** Answers whether it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly refuse: (said: string | null) => void
}

const saidIn = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : 'Feito.'

export function useFilingActs(): FilingActs {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    refuse(null)
    try {
      const said = saidIn(await work())
      await Promise.all(
        ['infrastructure-filings', 'infrastructure-files', 'obligations'].map(key =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      )
      toast(said)
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
