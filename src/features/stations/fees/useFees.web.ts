import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Fee } from '#features/stations/fees/table.ts'
import type { NotInSum } from '#features/stations/fees/estimate.ts'
import { stations } from '#features/stations/stations.ts'
import { api } from '#web/api.ts'

type FeeReais = Readonly<Record<Fee, number | null>>
export interface FeeRow extends FeeReais {
  readonly uuid: string
  readonly name: string
  readonly service: string | null
  readonly total: number
  readonly why: NotInSum | null
}
export interface FeeYear {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly year: number
  readonly due_on: string
  readonly lines: readonly FeeRow[]
  readonly totals: Readonly<Record<Fee | 'total', number>>
  readonly left: readonly {
    readonly key: NotInSum
    readonly label: string
    readonly count: number
    readonly settled: boolean
  }[]
  readonly without_condecine: number
  readonly terms: readonly {
    readonly fee: Fee
    readonly service: string
    readonly from: string
    readonly value: number | null
    readonly share: number | null
    readonly source: string
    readonly trust: 'firme' | 'conferir'
  }[]
}

export const feesUrl = (client: string) => `/clients/${client}/taxas-de-estacoes`

/** What the stations of a client would owe in a year; the year before stays in sight until it is there. */
export const useFees = (client: string, year: number) =>
  useQuery({
    queryKey: [stations.path, 'taxas', client, year],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: FeeYear }>(feesUrl(client), { query: { year }, signal, quiet: true })).data,
  })
