import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { decimals, degrees, pointIn } from '#kernel/coordinates.ts'
import { showDate, showDecimal, showInteger } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { StationFacts } from '#features/network/stations/StationFacts.tsx'
import { stationLinkPropertyConnections } from '#features/network/stations/stations.ts'
import { linesOf } from '#parts/line/line.ts'
import type { InformationProps } from '#parts/sheet/SheetScreen.tsx'
import { useAnswer } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'

type SheetStation = Parameters<NonNullable<InformationProps['facts']>>[0]

const days = { one: 'dia', many: 'dias' } as const

/** 'vence em 24 dias', 'vencida há 12 dias'; the day itself beside it. */
function validity(until: unknown): string {
  if (typeof until !== 'string') return '—'
  const left = daysTo(until, dayIn(new Date()).day)
  const said =
    left < 0
      ? `vencida há ${count(-left, { ...days, gender: 'm' })}`
      : `vence em ${count(left, { ...days, gender: 'm' })}`
  return `${showDate(until)} (${said})`
}

/** A station's sheet shows these besides its fields. */
export const stationSheetParts: Omit<InformationProps, 'resource'> = {
  facts: row => <StationFacts row={row} />,
  figures: row => [
    ['Licença válida até', validity(row.valid_until)],
    ['Frequências', showInteger(linesOf(row.transmissions).length)],
    ['Compartilhada com', count(linesOf(row.client_shared_stations).length, clientsText)],
  ],
  children: row => (
    <>
      <StationPlace row={row} />
      <StationConnections id={row.id} />
    </>
  ),
}
const clientsText = { one: 'cliente', many: 'clientes', gender: 'm' } as const

/** It shows coordinates as licences and maps do. */
function StationPlace({ row }: { readonly row: SheetStation }) {
  const mayMap = can(useUser(), 'stations.map')
  const [address] = linesOf(row.address)
  const at = address && pointIn(address)
  return (
    <section>
      <h2>No mapa</h2>
      {at ? (
        <>
          <p>
            <span className="id">{degrees(at)}</span> · <span className="id">{decimals(at)}</span>
          </p>
          {mayMap && (
            <p>
              <Link to={`/station-links-map?filter[id]=${row.id}`}>Ver no mapa</Link>
            </p>
          )}
        </>
      ) : (
        <p className="meta">Sem coordenadas: não aparece no mapa nem tem distâncias.</p>
      )}
    </section>
  )
}

/** Every connection that begins or ends here, with its other end. */
function StationConnections({ id }: { readonly id: number }) {
  const { list } = callsOf(stationLinkPropertyConnections)
  const may = can(useUser(), list.id)
  const { data: from } = useAnswer(list, { query: { 'filter[station_1_id]': id, per_page: 100 } }, { enabled: may })
  const { data: to } = useAnswer(list, { query: { 'filter[station_2_id]': id, per_page: 100 } }, { enabled: may })
  if (!from || !to) return null
  const data = [...from.data, ...to.data]
  return (
    <section>
      <h2>Conexões</h2>
      {data.length ? (
        <Table
          label="Conexões da estação"
          cards
          rows={data}
          keyOf={({ uuid }) => uuid}
          columns={[
            {
              key: 'other',
              title: 'Com',
              names: true,
              cell: row => nameOfRef(row.station_1_id === id ? row.station_2 : row.station_1) || 'Fora da sua vista',
            },
            {
              key: 'property',
              title: 'Propriedade',
              label: 'Propriedade',
              cell: row => (
                <Link to={`/station-link-properties/${row.station_link_property.uuid}`}>
                  {row.station_link_property.name}
                </Link>
              ),
            },
            {
              key: 'capacity',
              title: 'Capacidade (Gbps)',
              label: 'Capacidade (Gbps)',
              numeric: true,
              cell: row => (row.capacity === null ? '—' : showDecimal(row.capacity)),
            },
            { key: 'exists', title: 'Existe', label: 'Existe', cell: row => (row.exists ? 'Sim' : 'Não') },
            { key: 'swap', title: 'Em swap', label: 'Em swap', cell: row => (row.swap ? 'Sim' : 'Não') },
          ]}
        />
      ) : (
        <p className="meta">Nenhuma.</p>
      )}
    </section>
  )
}
