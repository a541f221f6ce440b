import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { Fees } from '#features/network/stations/fees/Fees.tsx'
import { nextYear } from '#features/network/stations/fees/estimate.ts'
import { useFees } from '#features/network/stations/fees/useFees.web.ts'

/** The same beside the client. */
export default function ClientFees({ client }: { readonly client: string }) {
  const [year, setYear] = useState(() => nextYear(dayIn(new Date()).day))
  return <Fees found={useFees(client, year)} client={client} year={year} onYear={setYear} />
}
