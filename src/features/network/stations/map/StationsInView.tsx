import { CloseButton, NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { showInteger } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { MediaIcon } from '#features/network/stations/map/MediaIcon.tsx'
import type { Point } from '#kernel/coordinates.ts'
import { showDistance } from '#features/network/stations/map/near.ts'
import { placeOfStation } from '#features/network/stations/map/read.ts'
import type { MapState } from '#features/network/stations/map/useMap.web.ts'
import { stations } from '#features/network/stations/stations.ts'
import styles from '#features/network/stations/map/map.module.css'

/** More than these are on the map, and not in the list beside it. */
const stationsListed = 200

interface Props {
  readonly map: MapState
  readonly onFly: (to: Point) => void
}

/** The stations in view, or those near a point: a row points at its station on the map, and goes there when chosen. */
export function StationsInView({ map, onFly }: Props) {
  const { listed, reach, setReach, chosen } = map
  const ids = new Set(chosen?.kind === 'stations' ? chosen.ids : [])
  return (
    <section className={styles.list} aria-label="Estações à vista">
      {reach ? (
        <div className={styles.reach}>
          <NumberInput
            size="xs"
            label={`Até quantos km de ${reach.name}`}
            min={0.1}
            max={500}
            step={1}
            decimalSeparator=","
            value={reach.km}
            onChange={km => typeof km === 'number' && km > 0 && setReach({ ...reach, km: Math.min(km, 500) })}
          />
          <CloseButton aria-label="Voltar às estações à vista" onClick={() => setReach(null)} />
        </div>
      ) : null}
      <output className={styles.count}>
        {count(listed.length, stations.text)} {reach ? 'por perto' : `à vista, de ${showInteger(map.stations.length)}`}
      </output>
      <ul>
        {listed.slice(0, stationsListed).map(({ station, away }) => (
          <li key={station.id}>
            <button
              type="button"
              aria-current={ids.has(station.id) || undefined}
              onMouseEnter={() => map.point(station)}
              onMouseLeave={() => map.point(null)}
              onFocus={() => map.point(station)}
              onBlur={() => map.point(null)}
              onClick={() => {
                onFly(placeOfStation(station))
                map.choose({ kind: 'stations', ids: [station.id] })
              }}
            >
              <MediaIcon url={station.icon_url} />
              <span>
                <strong>{station.name}</strong>
                <span className="meta">{station.client.name}</span>
              </span>
              {away !== null && <span className="num">{showDistance(away)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {listed.length > stationsListed && (
        <p className="meta">
          E mais {showInteger(listed.length - stationsListed)}. Aproxime o mapa ou filtre para ver todas na lista.
        </p>
      )}
      {!listed.length && (
        <p className="meta">{reach ? 'Nenhuma estação tão perto.' : 'Nenhuma estação neste trecho do mapa.'}</p>
      )}
    </section>
  )
}
