import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { degrees } from '#kernel/coordinates.ts'
import type { LinkStation } from '#features/network/stations/geometry/answer.ts'
import type { Point } from '#kernel/coordinates.ts'
import { showAngle, showPlace } from '#features/network/stations/geometry/words.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/network/stations/link.module.css'

interface Props {
  readonly stations: readonly [LinkStation, LinkStation]
  /** Null of two in one place. */
  readonly azimuths: readonly [number, number] | null
  readonly midpoint: Point
  /** Null while a height is missing. */
  readonly tilts: readonly [number, number] | null
}
interface PlacedEnd {
  readonly name: string
  readonly uuid: string | null
  readonly place: Point
  readonly azimuth: number | null
  readonly tilt: number | null
}

/** Where each end is and where it looks; between them, the middle. */
export function LinkEnds({ stations, azimuths, midpoint, tilts }: Props) {
  const mayOpen = can(useUser(), 'stations.show')
  const ends: readonly PlacedEnd[] = [
    ...stations.map(({ name, uuid, place }, i) => ({
      name,
      uuid,
      place,
      azimuth: azimuths?.[i] ?? null,
      tilt: tilts?.[i] ?? null,
    })),
    { name: 'Ponto médio', uuid: null, place: midpoint, azimuth: null, tilt: null },
  ]
  return (
    <Table
      label="Estações do enlace"
      cards
      rows={ends}
      keyOf={({ uuid }) => uuid ?? 'middle'}
      columns={[
        {
          key: 'name',
          title: 'Estação',
          names: true,
          className: styles.name,
          cell: ({ name, uuid }) => (uuid && mayOpen ? <Link to={`/stations/${uuid}`}>{name}</Link> : name),
        },
        {
          key: 'dms',
          title: 'Latitude e longitude',
          label: 'Coordenadas',
          cell: ({ place }) => <span className="id">{degrees(place)}</span>,
        },
        {
          key: 'decimal',
          title: 'Em graus decimais',
          label: 'Em graus decimais',
          cell: ({ place }) => <span className="id">{showPlace(place)}</span>,
        },
        {
          key: 'azimuth',
          title: 'Azimute para a outra',
          label: 'Azimute para a outra',
          numeric: true,
          cell: ({ azimuth }) => (azimuth === null ? '—' : showAngle(azimuth)),
        },
        {
          key: 'tilt',
          title: 'Elevação',
          label: 'Elevação',
          numeric: true,
          cell: ({ tilt }) => (tilt === null ? '—' : showAngle(tilt)),
        },
      ]}
    />
  )
}
