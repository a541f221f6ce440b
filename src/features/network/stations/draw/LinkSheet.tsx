import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { readLinkDrawing } from '#features/network/stations/draw/api.ts'
import { useDrawable } from '#features/network/stations/draw/useDrawable.web.ts'
import type { MapStation } from '#features/network/stations/map/schema.ts'
import { metresApart, showDistance } from '#features/network/stations/map/near.ts'
import { placeOfStation, showCapacity } from '#features/network/stations/map/read.ts'
import { LinkFacts } from '#features/network/stations/StationFacts.tsx'
import { stationLinkProperties } from '#features/network/stations/stations.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { linesOf, nameFor, numberOf, type FormLine } from '#parts/line/line.ts'
import type { InformationProps } from '#parts/sheet/SheetScreen.tsx'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

type SheetLinkRow = Parameters<NonNullable<InformationProps['facts']>>[0]

/** A link's sheet shows these besides its fields. */
export const linkSheetParts: Omit<InformationProps, 'resource'> = {
  facts: row => <LinkFacts row={row} />,
  children: row => <DrawnSheet row={row} />,
  pointing: [{ resource: stationLinkProperties, by: 'station_link' }],
}

const connectionText = { one: 'conexão', many: 'conexões', gender: 'f' } as const

/** Its connections as lines and figures, with the distances of those whose ends have coordinates. */
function DrawnSheet({ row }: { readonly row: SheetLinkRow }) {
  const may = can(useUser(), readLinkDrawing.id)
  const owners = [row.client_id, row.shared_client_id].flatMap(id => numberOf(id) ?? [])
  const { placed, pending } = useDrawable([...new Set(owners)])
  const { data } = useAnswer(readLinkDrawing, { id: row.uuid }, { enabled: may })
  if (!may) return null
  if (!data || pending) return <Skeletons waiting lines={5} />
  const lines = [...linesOf(data.data.connections), ...linesOf(data.data.closed)].map(line => toldOf(line, placed))
  const known = lines.flatMap(({ metres }) => metres ?? [])
  const unknown = lines.length - known.length
  const total = known.reduce((sum, metres) => sum + metres, 0)
  return (
    <>
      <section aria-label="Em números">
        <Figures
          big
          all={[
            ['Estações', String(linesOf(row.stations).length)],
            ['Conexões que existem', `${lines.filter(each => each.exists).length} de ${lines.length}`],
            ['Extensão', known.length ? showDistance(total) : '—'],
            ['Em swap', String(lines.filter(each => each.swap).length)],
          ]}
        />
        {unknown > 0 && known.length > 0 && (
          <p className="meta">{`A extensão não conta ${count(unknown, connectionText)} sem coordenadas numa das pontas.`}</p>
        )}
      </section>
      <section>
        <h2>Conexões</h2>
        {lines.length ? (
          <Table
            label="Conexões do enlace"
            cards
            rows={lines}
            keyOf={({ key }) => key}
            columns={[
              { key: 'from', title: 'De', names: true, cell: ({ from }) => <EndLink end={from} /> },
              { key: 'to', title: 'Para', label: 'Para', cell: ({ to }) => <EndLink end={to} /> },
              {
                key: 'metres',
                title: 'Distância',
                label: 'Distância',
                numeric: true,
                cell: ({ metres }) => (metres === null ? '—' : showDistance(metres)),
              },
              {
                key: 'capacity',
                title: 'Capacidade',
                label: 'Capacidade',
                numeric: true,
                cell: ({ capacity }) => (capacity === null ? '—' : showCapacity(capacity)),
              },
              { key: 'medium', title: 'Meio', label: 'Meio', cell: ({ medium }) => medium || '—' },
              { key: 'exists', title: 'Existe', label: 'Existe', cell: ({ exists }) => (exists ? 'Sim' : 'Não') },
              { key: 'swap', title: 'Em swap', label: 'Em swap', cell: ({ swap }) => (swap ? 'Sim' : 'Não') },
            ]}
          />
        ) : (
          <p className="meta">Nenhuma.</p>
        )}
      </section>
    </>
  )
}

interface SheetEnd {
  readonly name: string
  readonly uuid: string
}
const endIn = (brought: unknown): SheetEnd =>
  typeof brought === 'object' && brought !== null && 'name' in brought && 'uuid' in brought
    ? { name: String(brought.name), uuid: String(brought.uuid) }
    : { name: '—', uuid: '' }

function toldOf(line: FormLine, placed: ReadonlyMap<number, MapStation>) {
  const [one, other] = [placed.get(Number(line.station_1_id)), placed.get(Number(line.station_2_id))]
  return {
    key: String(line.uuid),
    from: endIn(line.station_1),
    to: endIn(line.station_2),
    metres: one && other ? metresApart(placeOfStation(one), placeOfStation(other)) : null,
    capacity: numberOf(line.capacity),
    medium: nameFor(line.attendance_middle, line.attendance_middle_id),
    exists: line.exists === true,
    swap: line.swap === true,
  }
}

function EndLink({ end: { name, uuid } }: { readonly end: SheetEnd }) {
  const may = can(useUser(), 'stations.show')
  return uuid && may ? <Link to={`/stations/${uuid}`}>{name}</Link> : name
}
