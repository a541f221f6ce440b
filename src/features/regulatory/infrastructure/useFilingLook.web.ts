import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'

/** What is looked at is in the address: who opens it elsewhere sees the same. */
export interface FilingLook {
  /** Of reference: the one the figures speak of. */
  readonly year: number
  /** Of whom; '' for everybody. */
  readonly client: string
  readonly words: string
  /** A step, `fora` for who has something left out, or ''. */
  readonly only: string
  readonly tab: string
}

/** It takes years that were ever due, and later. */
export const yearsKnown = { first: 2020, last: 2099 } as const

export function useFilingLook(): readonly [FilingLook, (change: Partial<FilingLook>) => void] {
  const { searchStr } = useLocation()
  const go = useNavigate()
  // What is filed from January to March speaks of the year before.
  const [last] = useState(() => Number(dayIn(new Date()).day.slice(0, 4)) - 1)
  const asked = new URLSearchParams(searchStr)
  const year = Number(/^20[2-9]\d$/.exec(asked.get('ano') ?? '')?.[0] ?? last)
  const look: FilingLook = {
    year,
    client: asked.get('cliente') ?? '',
    words: asked.get('busca') ?? '',
    only: asked.get('situacao') ?? '',
    tab: asked.get('aba') ?? '',
  }
  const change = (part: Partial<FilingLook>) => {
    const next = { ...look, ...part }
    const search = {
      ano: next.year,
      ...(next.client && { cliente: next.client }),
      ...(next.words && { busca: next.words }),
      ...(next.only && { situacao: next.only }),
      ...(next.tab && { aba: next.tab }),
    }
    void go({ to: '.', search, replace: true })
  }
  return [look, change]
}

/** The address of a client's year. */
export const addressOfFiling = (year: number, client: string) => `/infraestrutura?ano=${year}&cliente=${client}`
