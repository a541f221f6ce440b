import { dayIn } from '#kernel/clock.ts'
import { shapedParameter, textParameter, useAddress } from '#web/route/search.ts'

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

const filingParameters = {
  // What is filed from January to March is about the year before.
  ano: {
    ...shapedParameter(/^20[2-9]\d$/),
    fallback: () => String(Number(dayIn(new Date()).day.slice(0, 4)) - 1),
    isNumber: true,
  },
  cliente: textParameter,
  busca: textParameter,
  situacao: textParameter,
  aba: textParameter,
}

export function useFilingLook(): readonly [FilingLook, (change: Partial<FilingLook>) => void] {
  const [{ ano, cliente, busca, situacao, aba }, changeAddress] = useAddress(filingParameters)
  const look: FilingLook = { year: Number(ano), client: cliente, words: busca, only: situacao, tab: aba }
  const change = (part: Partial<FilingLook>) => {
    const { year, client, words, only, tab } = { ...look, ...part }
    changeAddress({ ano: String(year), cliente: client, busca: words, situacao: only, aba: tab })
  }
  return [look, change]
}

/** The address of a client's year. */
export const addressOfFiling = (year: number, client: string) => `/infraestrutura?ano=${year}&cliente=${client}`
