import {
  AttributionControl,
  Map as Plan,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type MapMouseEvent,
  type StyleSpecification,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Feature, Position } from 'geojson'
import { layGround } from '#features/network/stations/map/ground.web.ts'
import { groundOf, layersOf, networkSources, type SourceName } from '#features/network/stations/map/layers.web.ts'
import type { MapLink, MapStation } from '#features/network/stations/map/schema.ts'
import { markOfIcon } from '#features/network/stations/map/map.ts'
import { colours, density, drawCount, drawMarks } from '#features/network/stations/map/marks.web.ts'
import type { Point } from '#kernel/coordinates.ts'
import { ringAround, type MapBox } from '#features/network/stations/map/near.ts'
import { markDrawn } from '#features/network/stations/map/drawn.web.ts'
import { lineWidth, linkTone } from '#features/network/stations/map/read.ts'

// The worker is our own file: the page's policy blocks scripts from blobs or elsewhere.
setWorkerUrl(workerUrl)

/** What lies under a click: stations, or a link, or bare ground. */
export type MapPick =
  | { readonly kind: 'stations'; readonly ids: readonly number[] }
  | { readonly kind: 'link'; readonly id: number }
  | { readonly kind: 'point'; readonly at: Point }

interface PlanWishes {
  /** The URL of a MapLibre style; null loads none. */
  readonly style: string | null
  readonly box: MapBox
  /** Where it was when it was last drawn, in the place of `box`. */
  readonly from?: PlanView | undefined
  readonly onPick: (picked: MapPick, at: Point) => void
  readonly onMove: (box: MapBox) => void
}
interface PlanView {
  readonly center: [number, number]
  readonly zoom: number
}
export interface PlanHandle {
  /** The requested style could not be loaded, so the map is drawn on outlines alone. */
  readonly isGroundless: boolean
  showNetwork(stations: readonly MapStation[], links: readonly MapLink[]): void
  choose(points: readonly Point[], isLine?: boolean): void
  measure(points: readonly Point[]): void
  reach(around: Point | null, metres: number): void
  flyTo(point: Point): void
  fit(box: MapBox): void
  center(): Point
  view(): PlanView
  close(): void
}

const words = {
  'NavigationControl.ZoomIn': 'Aproximar',
  'NavigationControl.ZoomOut': 'Afastar',
  'NavigationControl.ResetBearing': 'Norte para cima',
  'AttributionControl.ToggleAttribution': 'De onde vem o mapa',
  'AttributionControl.MapFeedback': 'Avisar de um erro no mapa',
  'Map.Title': 'Mapa: setas movem, + e − aproximam e afastam',
}
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const at = ({ lat, lng }: Point): Position => [lng, lat]
const pointOf = ({ lat, lng }: Point): Point => ({ lat, lng })

const stationFeature = ({ id, icon_url, latitude, longitude }: MapStation): Feature => ({
  type: 'Feature',
  properties: { id, mark: markOfIcon(icon_url) },
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
})
const linkFeature = (link: MapLink): Feature => ({
  type: 'Feature',
  properties: { id: link.id, exists: link.exists, tone: linkTone(link), width: lineWidth(link.capacity) },
  geometry: {
    type: 'LineString',
    coordinates: [
      [link.longitude_1, link.latitude_1],
      [link.longitude_2, link.latitude_2],
    ],
  },
})
const pointFeature = (point: Point): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: at(point) },
})
const lineFeature = (points: readonly Point[]): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'LineString', coordinates: points.map(at) },
})

/** Milliseconds until a style that has not come is done without. */
const patience = 8_000

/** The style at this address, and null where it cannot be had. */
async function styleAt(url: string): Promise<StyleSpecification | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience), credentials: 'omit' })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

type Marks = Awaited<ReturnType<typeof drawMarks>>

/** The engine with the ground, the signs and the layers in place. Rejects where it cannot draw, or makes nothing of the style. */
async function drawPlan(
  container: HTMLElement,
  wishes: PlanWishes,
  marks: Marks,
  style: StyleSpecification | null,
): Promise<Plan> {
  const colour = colours()
  const { west, south, east, north } = wishes.box
  const plan = new Plan({
    container,
    style: style ?? groundOf(colour),
    ...(wishes.from ?? { bounds: [west, south, east, north], fitBoundsOptions: { padding: 48, maxZoom: 13 } }),
    attributionControl: false,
    locale: words,
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
  })
  plan.touchZoomRotate.disableRotation()
  plan.keyboard.disableRotation()
  plan.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  plan.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-right')
  plan.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  // The counts in discs are known only once the stations are grouped: each image is drawn when it is first needed.
  plan.setMissingStyleImageResolver(id => {
    const [, count] = /^grupo-(\d+)$/.exec(id) ?? []
    if (count && !plan.hasImage(id)) plan.addImage(id, drawCount(Number(count), colour), { pixelRatio: density })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      // What the style draws may come late, or some of it not at all: the stations do not wait for it.
      plan.once('style.load', () => resolve())
      if (style) setTimeout(() => reject(new Error('this is no style')), patience)
      plan.on('error', ({ error }) => (style ? undefined : reject(error)))
    })
    for (const [mark, image] of marks) plan.addImage(mark, image, { pixelRatio: density })
    for (const [name, source] of Object.entries(networkSources)) plan.addSource(name, source)
    for (const layer of layersOf(colour)) plan.addLayer(layer)
    return plan
  } catch (cause) {
    plan.remove()
    throw cause
  }
}

/** On the style that is wished for; where there is none to be had, on the outlines. */
async function drawAnyhow(container: HTMLElement, wishes: PlanWishes) {
  const marks = await drawMarks(colours())
  const style = wishes.style === null ? null : await styleAt(wishes.style)
  const drawn = style && (await drawPlan(container, wishes, marks, style).catch(() => null))
  if (drawn) return { plan: drawn, isGroundless: false }
  const plan = await drawPlan(container, wishes, marks, null)
  void layGround(plan, colours(), layersOf(colours())[0]?.id)
  return { plan, isGroundless: wishes.style !== null }
}

/** Draws the map into a box of the page, and hands over what is done with it. Rejects where it cannot be drawn. */
export async function openPlan(container: HTMLElement, wishes: PlanWishes): Promise<PlanHandle> {
  const { plan, isGroundless } = await drawAnyhow(container, wishes)
  plan.on('click', event => void pick(plan, event, wishes.onPick))
  plan.on('mousemove', ({ point }) => {
    // A lookup under the pointer takes longer than a frame of a drag.
    if (plan.isMoving()) return
    plan.getCanvas().style.cursor = pickedAt(plan, point).length ? 'pointer' : ''
  })
  const tell = () => {
    const bounds = plan.getBounds()
    wishes.onMove({
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    })
  }
  plan.on('moveend', tell)
  tell()
  markDrawn(plan, container)
  const put = (name: SourceName, features: Feature[]) =>
    void plan.getSource<GeoJSONSource>(name)?.setData({ type: 'FeatureCollection', features })
  return {
    isGroundless,
    showNetwork: (stations, links) => {
      delete container.dataset.drawn
      put('estacoes', stations.map(stationFeature))
      put('enlaces', links.map(linkFeature))
    },
    choose: (points, isLine) => put('escolhido', isLine ? [lineFeature(points)] : points.map(pointFeature)),
    measure: points =>
      put('medida', [...(points.length > 1 ? [lineFeature(points)] : []), ...points.map(pointFeature)]),
    reach: (around, metres) =>
      put(
        'alcance',
        around
          ? [
              {
                type: 'Feature',
                properties: {},
                geometry: { type: 'Polygon', coordinates: [ringAround(around, metres)] },
              },
            ]
          : [],
      ),
    flyTo: ({ lng, lat }) => {
      // The card of the choice is at the left of a wide map, and below on a narrow one.
      const { clientWidth, clientHeight } = container
      const offset: [number, number] = clientWidth > 560 ? [160, 0] : [0, -clientHeight * 0.3]
      plan.easeTo({ center: [lng, lat], zoom: Math.max(plan.getZoom(), 14.2), offset, duration: calm() ? 0 : 900 })
    },
    fit: box =>
      plan.fitBounds([box.west, box.south, box.east, box.north], { padding: 48, maxZoom: 13, animate: !calm() }),
    center: () => pointOf(plan.getCenter()),
    view: () => ({ center: [plan.getCenter().lng, plan.getCenter().lat], zoom: plan.getZoom() }),
    close: () => plan.remove(),
  }
}

/** A finger is no needle: what is a few pixels away is meant. */
const slack = 6
function pickedAt(plan: Plan, { x, y }: MapMouseEvent['point']) {
  return plan.queryRenderedFeatures(
    [
      [x - slack, y - slack],
      [x + slack, y + slack],
    ],
    { layers: ['grupos', 'estacoes', 'enlaces', 'enlaces-previstos'] },
  )
}

async function pick(plan: Plan, { point, lngLat }: MapMouseEvent, onPick: PlanWishes['onPick']) {
  const found = pickedAt(plan, point)
  const group = found.find(({ layer }) => layer.id === 'grupos')
  if (group) {
    const zoom = await plan
      .getSource<GeoJSONSource>('estacoes')
      ?.getClusterExpansionZoom(Number(group.properties.cluster_id))
    const { geometry } = group
    const [lng = lngLat.lng, lat = lngLat.lat] = geometry.type === 'Point' ? geometry.coordinates : []
    plan.easeTo({ center: [lng, lat], zoom: (zoom ?? plan.getZoom()) + 0.2, animate: !calm() })
    return
  }
  const ids = [...new Set(found.filter(({ layer }) => layer.id === 'estacoes').map(each => Number(each.properties.id)))]
  const link = found.find(({ layer }) => layer.id.startsWith('enlaces'))
  const here = pointOf(lngLat)
  if (ids.length) onPick({ kind: 'stations', ids }, here)
  else if (link) onPick({ kind: 'link', id: Number(link.properties.id) }, here)
  else onPick({ kind: 'point', at: here }, here)
}
