import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can, isStaff } from '#kernel/access.ts'
import { degrees, pointIn } from '#kernel/coordinates.ts'
import { isLocked } from '#kernel/resource.ts'
import { join } from '#kernel/text.ts'
import { AskAbout } from '#parts/asking/AskAbout.tsx'
import { linesOf } from '#parts/line/line.ts'
import { SheetLink } from '#parts/sheet/SheetLink.tsx'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

type StationRow = ReadRow['row']

export const StepChip = ({ status }: { readonly status: unknown }) =>
  isRecord(status) && <Show field={stations.fields.status} value={status} />

export function ClientLink({ client }: { readonly client: unknown }) {
  const user = useUser()
  if (!isRecord(client)) return null
  return can(user, 'clients.show') ? (
    <Link to={`/clients/${String(client.uuid)}`}>{nameOfRef(client)}</Link>
  ) : (
    <span>{nameOfRef(client)}</span>
  )
}

/** Shows the owner and the clients it is shared with; users of a client see only their own sharing, and no owner. */
function StationOwner({ row }: { readonly row: StationRow }) {
  const user = useUser()
  const sharers = linesOf(row.client_shared_stations).map(line => nameOfRef(line.client))
  const isLent = sharers.length > 0 && !isStaff(user)
  return (
    <>
      {isLent ? <span>De {nameOfRef(row.client)}</span> : <ClientLink client={row.client} />}
      {sharers.length > 0 && <span>Compartilhada com {join(sharers)}</span>}
    </>
  )
}

/** The facts that identify a station: its state, owner, licence, fistel and place. */
export function StationFacts({ row }: { readonly row: StationRow }) {
  const [place] = linesOf(row.address)
  const at = place && pointIn(place)
  const city = place ? (place.in_ocean === true ? 'No mar' : nameOfRef(place.city)) : ''
  return (
    <>
      <StepChip status={row.status} />
      <StationOwner row={row} />
      {typeof row.station_number === 'string' && (
        <span>
          Licença <span className="id">{row.station_number}</span>
        </span>
      )}
      {nameOfRef(row.fistel) && (
        <span>
          Fistel <span className="id">{nameOfRef(row.fistel)}</span>
        </span>
      )}
      {city && <span>{city}</span>}
      {at && <span className="id">{degrees(at)}</span>}
      {row.town_match === 'fora' && <StatusChip tone="atencao">Fora do município</StatusChip>}
      {row.town_match === 'divisa' && <StatusChip tone="neutro">Perto da divisa</StatusChip>}
      {row.near_another === true && <StatusChip tone="atencao">Ao lado de outra do cliente</StatusChip>}
    </>
  )
}

/** A link's name has its ends and its medium; these facts distinguish it further. */
export function LinkFacts({ row }: { readonly row: StationRow }) {
  return (
    <>
      <StepChip status={row.status} />
      <ClientLink client={row.client} />
      {isRecord(row.shared_client) && <span>Compartilhado com {nameOfRef(row.shared_client)}</span>}
      <span>{row.own_link === true ? 'Enlace próprio' : 'Enlace contratado'}</span>
    </>
  )
}

export const StationActs = ({ row }: { readonly row: StationRow }) => (
  <>
    <SheetLink resource={stations} uuid={row.uuid} />
    <AskAbout by="station" row={row} />
  </>
)

/** To where a link is read, and to where it is drawn. */
export function LinkActs({ row }: { readonly row: StationRow }) {
  const user = useUser()
  const mayDraw = can(user, 'station-links.redesenhar') && row.active && !isLocked(stationLinks, row)
  return (
    <>
      <SheetLink resource={stationLinks} uuid={row.uuid} />
      <AskAbout by="station_link" row={row} />
      {mayDraw && (
        <Button variant="default" component={Link} to={`/${stationLinks.path}/${row.uuid}/desenho`}>
          Desenhar
        </Button>
      )}
    </>
  )
}
