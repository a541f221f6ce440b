import { Button, CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import { decimals, degrees, type Point } from '#kernel/coordinates.ts'
import type { MapLink, MapStation } from '#features/network/stations/map/schema.ts'
import { metresAlong, showDistance } from '#features/network/stations/map/near.ts'
import { endsOf, placeOfStation, showCapacity, statusTone } from '#features/network/stations/map/read.ts'
import type { MapState } from '#features/network/stations/map/useMap.web.ts'
import { ClientLink } from '#features/network/stations/StationFacts.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/network/stations/map/map.module.css'

/** A card lists at most this many stations. */
const stationsListed = 8
export const usualReach = 5

/** What was clicked: stations, a link, or a place on the ground, with what can be done there. Esc leaves it. */
export function PickedCard({ map }: { readonly map: MapState }) {
  const { chosen, choose, byId, links } = map
  const box = useRef<HTMLElement>(null)
  const key = JSON.stringify(chosen)
  useEffect(() => box.current?.focus({ preventScroll: true }), [key])
  if (!chosen) return null
  const found = chosen.kind === 'stations' ? chosen.ids.flatMap(id => byId.get(id) ?? []) : []
  const link = chosen.kind === 'link' ? links.find(({ id }) => id === chosen.id) : undefined
  const [one] = found
  const title = one
    ? found.length > 1
      ? `${found.length} estações neste lugar`
      : one.name
    : link
      ? 'Enlace'
      : 'Ponto no mapa'
  const place = one ? placeOfStation(one) : chosen.kind === 'point' ? chosen.at : undefined
  if (!one && !link && !place) return null
  return (
    <section ref={box} tabIndex={-1} className={styles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CloseButton size="sm" aria-label="Fechar" onClick={() => choose(null)} />
      </header>
      {found.length === 1 && one && <StationAbout station={one} />}
      {found.length > 1 && (
        <ul className={styles.several}>
          {found.slice(0, stationsListed).map(each => (
            <li key={each.id}>
              <Link to={`/stations/${each.uuid}`}>{each.name}</Link> <span className="meta">{each.client.name}</span>
            </li>
          ))}
          {found.length > stationsListed && (
            <li className="meta">e mais {found.length - stationsListed}: estão na lista ao lado</li>
          )}
        </ul>
      )}
      {link && <LinkAbout link={link} byId={byId} />}
      {place && <PlaceAbout place={place} name={one?.name ?? 'este ponto'} map={map} isFree={!one} />}
    </section>
  )
}

const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.facts}>
    {rows.map(([label, value]) =>
      value === null || value === undefined || value === '' ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)

function StationAbout({ station }: { readonly station: MapStation }) {
  const { status, client, shared, attendance_middle, technology_type, station_number, uuid } = station
  const user = useUser()
  return (
    <>
      <p className={styles.chips}>
        {status && <StatusChip tone={statusTone(status)}>{status.name}</StatusChip>}
        {shared && <span className="meta">Compartilhada</span>}
      </p>
      <Facts
        rows={[
          // To whom it is shared with, its client is a name: they do not see it.
          ['Cliente', shared && !isStaff(user) ? client.name : <ClientLink key="client" client={client} />],
          ['Meio', [attendance_middle?.name, technology_type?.name].filter(Boolean).join(' · ')],
          [
            'Número',
            station_number && (
              <span key="number" className="id">
                {station_number}
              </span>
            ),
          ],
        ]}
      />
      <Link to={`/stations/${uuid}`}>Abrir a estação</Link>
    </>
  )
}

function LinkAbout({ link, byId }: { readonly link: MapLink; readonly byId: MapState['byId'] }) {
  const ends = [link.station_1_id, link.station_2_id]
  return (
    <>
      <p className={styles.chips}>
        {link.status && <StatusChip tone={statusTone(link.status)}>{link.status.name}</StatusChip>}
        <span className="meta">
          {link.own_link ? 'Enlace próprio' : 'Enlace contratado'}
          {link.swap && ' · em swap'}
          {!link.exists && ' · ainda não existe'}
        </span>
      </p>
      <Facts
        rows={[
          ...ends.map((id, i) => {
            const end = byId.get(id)
            return [
              i ? 'Para' : 'De',
              end && (
                <Link key={id} to={`/stations/${end.uuid}`}>
                  {end.name}
                </Link>
              ),
            ] as const
          }),
          ['Distância', showDistance(metresAlong(endsOf(link)))],
          ['Capacidade', link.capacity !== null && showCapacity(link.capacity)],
          ['Meio', link.attendance_middle?.name],
        ]}
      />
      <Link to={`/station-links/${link.station_link_uuid}`}>Abrir o enlace</Link>
    </>
  )
}

interface PlaceProps {
  readonly place: Point
  readonly name: string
  readonly map: MapState
  /** No station is there yet. */
  readonly isFree: boolean
}

/** Where it is, in degrees as licences write them and in decimals as forms take them; and what is near. */
function PlaceAbout({ place, name, map, isFree }: PlaceProps) {
  const user = useUser()
  const query = `lat=${place.lat.toFixed(6)}&lng=${place.lng.toFixed(6)}`
  return (
    <>
      <p className={styles.where}>
        <span className="id">{degrees(place)}</span>
        <span className="id">{decimals(place)}</span>
      </p>
      <div className={styles.acts}>
        {isFree && can(user, permission(stations, 'store')) && (
          <Button size="xs" component={Link} to={`/stations/create?${query}`}>
            Nova estação aqui
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            map.setReach({ around: place, km: map.reach?.km ?? usualReach, name })
            map.choose(null)
          }}
        >
          O que há por perto
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            map.setMeasured([place])
            map.choose(null)
          }}
        >
          Medir daqui
        </Button>
      </div>
    </>
  )
}
