import { useEffect, useMemo, useRef, useState } from 'react'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import {
  joinedBy,
  pairAt,
  partedAt,
  restoredAt,
  type DrawableStation,
  type DrawnValues,
} from '#features/network/stations/draw/pairs.ts'
import type { DrawnProperty } from '#features/network/stations/draw/properties.ts'
import { useDrawable } from '#features/network/stations/draw/useDrawable.web.ts'
import type { MapLink } from '#features/network/stations/map/schema.ts'
import type { PlanScene } from '#features/network/stations/map/PlanView.tsx'
import type { MapPick } from '#features/network/stations/map/plan.web.ts'
import { placeOfStation } from '#features/network/stations/map/read.ts'
import { linesOf, numberOf, type FormLine } from '#parts/line/line.ts'
import { emptyDraft } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

const like = emptyDraft(drawings.fields.connections.options.shape ?? {})
const openLink = { id: 0, uuid: '', name: 'Em aberto' }

/** What is being drawn: the stations one may pick, the one that was picked, and the connections there are by now. */
export function useDrawing(form: Form, closed: readonly FormLine[], properties: readonly DrawnProperty[]) {
  const { values } = form
  const [client, shared] = [numberOf(values.client_id), numberOf(values.shared_client_id)]
  const clients = useMemo(() => [...new Set([client, shared].flatMap(id => id ?? []))], [client, shared])
  const network = useDrawable(clients)
  const [from, setFrom] = useState<number | null>(null)
  const drawable = properties.filter(each => !each.status_closed)
  const [wanted, want] = useState<number | null>(null)
  const property = wanted ?? drawable[0]?.id ?? null
  const now: DrawnValues = useMemo(
    () => ({ stations: linesOf(values.stations), connections: linesOf(values.connections) }),
    [values.stations, values.connections],
  )
  const put = (next: DrawnValues) => {
    form.set('stations', next.stations)
    form.set('connections', next.connections)
  }
  const nameOf = (id: unknown, brought?: unknown) =>
    (typeof id === 'number' && network.byId.get(id)?.name) || nameIn(brought) || 'Estação fora da vista'
  const { existing, answerExisting } = useExisting(now, put)

  // The toast's way back comes later, over whatever was drawn since.
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  function part(at: number) {
    const { stations: before, connections } = now
    const line = connections[at]
    if (!line) return
    put(partedAt(now, at))
    const undo = () => put(restoredAt(latest.current, at, line, before))
    toast('Conexão retirada', { type: 'info', undo })
  }
  function pick(station: DrawableStation) {
    const start = from === null ? undefined : network.byId.get(from)
    if (!start) {
      setFrom(station.id)
      return announce(`De ${station.name}. Escolha a outra estação.`)
    }
    setFrom(null)
    if (start.id === station.id) return announce('Escolha desfeita.')
    const pair = { from: start, to: station, property }
    const at = pairAt(now.connections, pair)
    if (at >= 0) return part(at)
    put(joinedBy(now, pair, { ...like, exists: existing ?? false }))
    return announce(`${start.name} e ${station.name} conectadas.`)
  }
  const scene = useMemo((): PlanScene => {
    const lines = [...now.connections, ...closed].flatMap((line, at) => lineOnMap(line, at, network.placed))
    const start = from === null ? undefined : network.placed.get(from)
    return { stations: network.onMap, links: lines, chosen: start ? [placeOfStation(start)] : [] }
  }, [now, closed, network.placed, network.onMap, from])
  /** A click on the map: a station is picked, a line shows its row. */
  function pickOnMap(picked: MapPick) {
    if (picked.kind === 'link') return document.getElementById(`connections.${picked.id}.capacity`)?.focus()
    const [id] = picked.kind === 'stations' ? picked.ids : []
    const station = id === undefined ? undefined : network.byId.get(id)
    return station ? pick(station) : setFrom(null)
  }
  return {
    network,
    now,
    put,
    from,
    leave: () => setFrom(null),
    pick,
    pickOnMap,
    part,
    scene,
    nameOf,
    drawable,
    property,
    want,
    clients,
    existing,
    answerExisting,
  }
}
/** Whether what is being drawn exists already; null until that is answered. */
function useExisting(now: DrawnValues, put: (next: DrawnValues) => void) {
  const [existing, setExisting] = useState<boolean | null>(null)
  /** For what was drawn just now, and what will be; a connection that is saved keeps its own answer. */
  function answerExisting(exists: boolean) {
    setExisting(exists)
    put({ ...now, connections: now.connections.map(line => (line.id === undefined ? { ...line, exists } : line)) })
  }
  return { existing, answerExisting }
}
export type DrawingState = ReturnType<typeof useDrawing>

const nameIn = (brought: unknown) =>
  typeof brought === 'object' && brought !== null && 'name' in brought && typeof brought.name === 'string'
    ? brought.name
    : ''

/** A connection as the map draws it, by its place among the lines; none while one end has no coordinates. */
function lineOnMap(line: FormLine, at: number, placed: DrawingState['network']['placed']): readonly MapLink[] {
  const [one, other] = [placed.get(Number(line.station_1_id)), placed.get(Number(line.station_2_id))]
  if (!one || !other) return []
  return [
    {
      id: at,
      uuid: '',
      station_link_uuid: '',
      station_1_id: one.id,
      latitude_1: one.latitude,
      longitude_1: one.longitude,
      station_2_id: other.id,
      latitude_2: other.latitude,
      longitude_2: other.longitude,
      attendance_middle: null,
      capacity: numberOf(line.capacity),
      exists: line.exists === true,
      swap: line.swap === true,
      own_link: true,
      status: openLink,
    },
  ]
}
