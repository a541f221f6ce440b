import { previewFees } from '#features/network/stations/fees/api.ts'
import { useAnswer } from '#web/call.ts'

/** Reads what a client's stations would owe in a year; the previous year remains visible meanwhile. */
export const useFees = (client: string, year: number) =>
  useAnswer(previewFees, { client, query: { year } }, { keepsPrevious: true })
