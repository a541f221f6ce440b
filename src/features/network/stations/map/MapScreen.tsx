import { Button } from '@mantine/core'
import { IconFocusCentered, IconRuler2, IconZoomScan } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { isDrawable } from '#features/network/stations/map/drawable.web.ts'
import { Legend } from '#features/network/stations/map/Legend.tsx'
import type { NetworkMap } from '#features/network/stations/map/api.ts'
import { MapTable } from '#features/network/stations/map/MapTable.tsx'
import { boxOf, metresAlong, showDistance } from '#features/network/stations/map/near.ts'
import { PickedCard } from '#features/network/stations/map/PickedCard.tsx'
import { PlacesBox } from '#features/network/stations/map/PlacesBox.tsx'
import type { PlanHandle } from '#features/network/stations/map/plan.web.ts'
import { PlanView } from '#features/network/stations/map/PlanView.tsx'
import { placeOfStation } from '#features/network/stations/map/read.ts'
import { StationsInView } from '#features/network/stations/map/StationsInView.tsx'
import { useMap, type MapState } from '#features/network/stations/map/useMap.web.ts'
import { useNetwork } from '#features/network/stations/map/useNetwork.web.ts'
import { MapSwitch } from '#features/network/stations/MapSwitch.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { useUser } from '#web/session/store.ts'
import { isNarrowed, toSearch, type Search } from '#web/table/address.ts'
import { Filters } from '#web/table/Filters.tsx'
import { SearchBox } from '#web/table/SearchBox.tsx'
import { useSearch } from '#web/table/useList.ts'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/network/stations/map/map.module.css'

/** The map shows the stations and their links; it has the list's search and filters. */
export default function MapScreen() {
  const user = useUser()
  const { client = '' } = useParams({ strict: false })
  const { search, change } = useSearch(stations)
  const { data, error, isPending, refetch } = useNetwork(client, search)
  const network = data?.data
  const map = useMap(network)
  const [plan, setPlan] = useState<PlanHandle | null>(null)
  const owner = client && network?.stations.find(each => [each.client.uuid, String(each.client.id)].includes(client))
  return (
    <Page
      title="Mapa da rede"
      facts={
        client && (
          <>
            <span>{owner ? `${owner.client.name}, com o que lhe é compartilhado` : 'De um cliente'}</span>
            <Link to={`/station-links-map${toSearch(search)}`}>Ver todos os clientes</Link>
          </>
        )
      }
    >
      <Bar className={styles.bar}>
        <SearchBox
          said={search.search ?? ''}
          label={`Buscar ${stations.text.many}`}
          onSearch={words => change({ search: words })}
        />
        <Filters resource={stations} search={search} outside={!isStaff(user)} onChange={change} />
        {network?.places && plan && (
          <PlacesBox
            onFly={({ lat, lng }) => {
              plan.flyTo({ lat, lng })
              map.choose({ kind: 'point', at: { lat, lng } })
            }}
          />
        )}
        <span className={styles.grow} />
        {network && <Without n={network.without} search={search} />}
        {can(user, 'stations.kml') && <Link to={`/stations/kml${owner ? `?client=${owner.client.id}` : ''}`}>KML</Link>}
        <MapSwitch now="map" search={search} />
      </Bar>
      {error && !network ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending || !network ? (
        <Skeletons waiting={isPending} lines={12} />
      ) : network.stations.length ? (
        <Network network={network} map={map} plan={plan} onPlan={setPlan} />
      ) : (
        <Nothing network={network} search={search} />
      )}
    </Page>
  )
}

/** It counts and lists stations left out. */
const Without = ({ n, search }: { readonly n: number; readonly search: Search }) =>
  n > 0 && (
    <Link to={`/stations${toSearch({ ...search, page: '1', 'filter[has_coordinates]': 'false' })}`}>
      {count(n, stations.text)} sem coordenadas
    </Link>
  )

const Nothing = ({ network, search }: { readonly network: NetworkMap; readonly search: Search }) =>
  network.without ? (
    <EmptyState
      title="Nenhuma estação com coordenadas"
      text="Latitude e longitude estão no endereço de cada estação. Com elas, a estação aparece aqui."
    >
      <Without n={network.without} search={search} />
    </EmptyState>
  ) : isNarrowed(search) ? (
    <EmptyState title="Nenhuma estação encontrada" text="Nada corresponde à busca e aos filtros em vigor.">
      <Button variant="default" component={Link} to=".">
        Limpar busca e filtros
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title="Nenhuma estação ainda" text="Cada estação com latitude e longitude no endereço aparece aqui." />
  )

interface NetworkProps {
  readonly network: NetworkMap
  readonly map: MapState
  readonly plan: PlanHandle | null
  readonly onPlan: (plan: PlanHandle | null) => void
}
function Network({ network, map, plan, onPlan }: NetworkProps) {
  const [drawn, setDrawn] = useState(isDrawable)
  if (!drawn)
    return (
      <>
        <Band tone="info">
          Este navegador não desenha mapas: falta WebGL, que pode estar desligado nas configurações. As mesmas estações
          estão na tabela.
        </Band>
        <MapTable stations={map.stations} />
      </>
    )
  return (
    <div className={styles.room}>
      <StationsInView map={map} onFly={to => plan?.flyTo(to)} />
      <div className={styles.drawing}>
        <PlanView
          scene={map.scene}
          onPick={map.pick}
          onMove={map.setBox}
          onReady={onPlan}
          onFail={() => setDrawn(false)}
        />
        <Tools map={map} plan={plan} />
        <PickedCard map={map} />
      </div>
      <Legend stations={map.all} hasLinks={network.links.length > 0} hidden={map.hidden} onTurn={map.turn} />
    </div>
  )
}

const tool = { size: 'xs', variant: 'default' } as const
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** A user may use the map without a mouse: its centre replaces a click. */
function Tools({ map, plan }: { readonly map: MapState; readonly plan: PlanHandle | null }) {
  const { measured, setMeasured } = map
  if (!plan) return null
  const middle = () => {
    const at = plan.center()
    map.pick({ kind: 'point', at }, at)
  }
  const whole = () => {
    const box = boxOf(map.stations.map(placeOfStation))
    if (box) plan.fit(box)
  }
  return (
    <div className={styles.tools} role="toolbar" aria-label="No mapa">
      <Button {...tool} leftSection={<IconZoomScan {...icon} />} onClick={whole}>
        Ver tudo
      </Button>
      <Button {...tool} leftSection={<IconFocusCentered {...icon} />} onClick={middle}>
        Marcar o centro
      </Button>
      <Button
        {...tool}
        leftSection={<IconRuler2 {...icon} />}
        aria-pressed={measured !== null}
        onClick={() => setMeasured(measured ? null : [])}
      >
        {measured ? 'Parar de medir' : 'Medir'}
      </Button>
      {measured && (
        <output className={styles.measure}>
          {measured.length < 2 ? 'Clique nos pontos' : showDistance(metresAlong(measured))}
        </output>
      )}
    </div>
  )
}
