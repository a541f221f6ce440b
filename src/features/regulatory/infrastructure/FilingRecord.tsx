import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import { addressOfFiling } from '#features/regulatory/infrastructure/useFilingLook.web.ts'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

/** The record of a year, and the way to where it is worked on. */
export default function FilingRecord() {
  return <DetailScreen resource={infrastructureFilings} acts={row => <OpenYear row={row} />} />
}

function OpenYear({ row }: Pick<ReadRow, 'row'>) {
  const user = useUser()
  if (!can(user, 'infrastructure-filings.quadro') || !isRecord(row.client)) return null
  const to = addressOfFiling(Number(row.year), String(row.client.uuid))
  return (
    <Button component={Link} to={to}>
      Abrir o ano
    </Button>
  )
}
