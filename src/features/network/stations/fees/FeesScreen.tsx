import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { Fees } from '#features/network/stations/fees/Fees.tsx'
import { nextYear } from '#features/network/stations/fees/estimate.ts'
import { useFees } from '#features/network/stations/fees/useFees.web.ts'
import { Page } from '#web/ui/Page.tsx'

/** What the stations of one client would owe in a year, at an address of its own. */
export default function FeesScreen() {
  const { client = '' } = useParams({ strict: false })
  const [year, setYear] = useState(() => nextYear(dayIn(new Date()).day))
  const found = useFees(client, year)
  const named = found.data?.data.client
  return (
    <Page
      title="Taxas das estações"
      crumbs={[
        { label: 'Clientes', to: '/clients' },
        ...(named ? [{ label: named.name, to: `/clients/${named.uuid}` }] : []),
      ]}
    >
      <Fees found={found} client={client} year={year} onYear={setYear} />
    </Page>
  )
}
