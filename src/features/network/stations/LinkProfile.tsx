import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { readLinkProfile } from '#features/network/stations/api.ts'
import type { LinkOutlook } from '#features/network/stations/geometry/answer.ts'
import { SoundedLink } from '#features/network/stations/SoundedLink.tsx'
import { stationLinks } from '#features/network/stations/stations.ts'
import { useAnswer } from '#web/call.ts'
import { useRow } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/network/stations/link.module.css'

type ChosenPair = Readonly<Record<'station_1' | 'station_2', number>>

/** What lies between two stations of a link: chosen by its connections, or one by one where there are none. */
export default function LinkProfile({ uuid }: { readonly uuid: string }) {
  const [pair, choose] = useState<ChosenPair | null>(null)
  const query = pair ? { station_1: String(pair.station_1), station_2: String(pair.station_2) } : {}
  const link = useRow(stationLinks, uuid)
  const { data, error, isPending, refetch } = useAnswer(readLinkProfile, { id: uuid, query }, { keepsPrevious: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={8} height={28} />
  const { geometry, message } = data.data
  if (geometry && !link.data)
    return link.error ? (
      <ErrorState error={link.error} onRetry={() => void link.refetch()} />
    ) : (
      <Skeletons waiting lines={8} height={28} />
    )
  return (
    <div className={styles.profile}>
      <PairBar outlook={data.data} pair={pair} onChoose={choose} />
      {geometry && link.data ? (
        <SoundedLink
          key={geometry.stations.map(({ id }) => id).join()}
          read={link.data}
          geometry={geometry}
          message={message}
        />
      ) : (
        <Unplaced outlook={data.data} />
      )}
    </div>
  )
}

interface PairProps {
  readonly outlook: LinkOutlook
  readonly pair: ChosenPair | null
  readonly onChoose: (pair: ChosenPair) => void
}
function PairBar({ outlook: { stations, connections, geometry, placeless }, pair, onChoose }: PairProps) {
  const nameOf = (id: number) => stations.find(each => each.id === id)?.name ?? ''
  const [one = stations[0]?.id ?? 0, other = stations[1]?.id ?? 0] = pair
    ? [pair.station_1, pair.station_2]
    : (geometry?.stations ?? []).map(({ id }) => id)
  if (stations.length < 2) return null
  if (connections.length) {
    const options = connections.map(({ uuid, station_1_id, station_2_id }) => ({
      value: uuid,
      label: `${nameOf(station_1_id)} → ${nameOf(station_2_id)}`,
    }))
    const shown = connections.find(each => each.station_1_id === one && each.station_2_id === other) ?? connections[0]
    return (
      <Bar>
        <Select
          label="Conexão"
          className={styles.pair}
          data={options}
          value={shown?.uuid ?? null}
          allowDeselect={false}
          searchable={options.length > 7}
          onChange={value => {
            const found = connections.find(({ uuid }) => uuid === value)
            if (found) onChoose({ station_1: found.station_1_id, station_2: found.station_2_id })
          }}
        />
      </Bar>
    )
  }
  if (stations.length === 2 && !placeless.length) return null
  const pick = (label: string, value: number, not: number, take: (id: number) => ChosenPair) => (
    <Select
      label={label}
      className={styles.pair}
      data={stations.filter(({ id }) => id !== not).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value)}
      allowDeselect={false}
      searchable={stations.length > 7}
      onChange={chosen => chosen && onChoose(take(Number(chosen)))}
    />
  )
  return (
    <Bar>
      {pick('De', one, other, id => ({ station_1: id, station_2: other }))}
      {pick('Para', other, one, id => ({ station_1: one, station_2: id }))}
    </Bar>
  )
}

/** No line exists without two places: it links to the stations without one. */
function Unplaced({ outlook: { placeless, message } }: { readonly outlook: LinkOutlook }) {
  const user = useUser()
  const linked = can(user, permission({ path: 'stations' }, 'show'))
  return (
    <EmptyState
      title={placeless.length ? 'Faltam coordenadas' : 'Não há o que medir ainda'}
      text={
        placeless.length ? 'Sem latitude e longitude não há distância nem azimute. Informe-as no endereço:' : message
      }
    >
      {placeless.map(({ uuid, name }) =>
        linked ? (
          <Link key={uuid} to={`/stations/${uuid}`}>
            {name}
          </Link>
        ) : (
          <strong key={uuid}>{name}</strong>
        ),
      )}
    </EmptyState>
  )
}
