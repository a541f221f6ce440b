import { Link } from '@tanstack/react-router'
import { degrees } from '#kernel/coordinates.ts'
import type { MapStation } from '#features/network/stations/map/schema.ts'
import { placeOfStation, statusTone } from '#features/network/stations/map/read.ts'
import { Table } from '#web/table/Table.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** The same stations in words, where no map can be drawn. */
export const MapTable = ({ stations }: { readonly stations: readonly MapStation[] }) => (
  <Table
    label="Estações com coordenadas"
    rows={stations}
    step={100}
    cards
    keyOf={({ id }) => id}
    columns={[
      {
        key: 'name',
        title: 'Nome',
        names: true,
        cell: ({ uuid, name }) => <Link to={`/stations/${uuid}`}>{name}</Link>,
      },
      { key: 'client', title: 'Cliente', label: 'Cliente', cell: ({ client }) => client.name },
      { key: 'middle', title: 'Meio', label: 'Meio', cell: each => each.attendance_middle?.name ?? '—' },
      {
        key: 'number',
        title: 'Número',
        label: 'Número',
        cell: each => <span className="id">{each.station_number ?? '—'}</span>,
      },
      {
        key: 'status',
        title: 'Status',
        label: 'Status',
        cell: ({ status }) => status && <StatusChip tone={statusTone(status)}>{status.name}</StatusChip>,
      },
      {
        key: 'place',
        title: 'Onde fica',
        label: 'Onde fica',
        cell: each => <span className="id">{degrees(placeOfStation(each))}</span>,
      },
    ]}
  />
)
