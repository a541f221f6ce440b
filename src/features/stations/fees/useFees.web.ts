import { previewFees } from '#features/stations/fees/api.ts'
import { useAnswer } from '#web/call.ts'

/** What the stations of a client would owe in a year; the year before stays in sight until it is there. */
export const useFees = (client: string, year: number) =>
  useAnswer(previewFees, { client, query: { year } }, { keepsPrevious: true })
