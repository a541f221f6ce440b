import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'

/** ISO 3166 numbers of Brazil, its neighbours, and those the eye would miss beside them. */
const countries = {
  brazil: '076',
  around: ['032', '068', '152', '170', '218', '328', '600', '604', '740', '858', '862', '250'],
}
/** West, south, east and north of what is kept: what France has elsewhere is not. */
const frame = [-93, -57, -26, 15] as const

type Ring = readonly (readonly number[])[]
const isInside = (ring: Ring) =>
  ring.every(([lng = 0, lat = 0]) => lng > frame[0] && lng < frame[2] && lat > frame[1] && lat < frame[3])
/** A thousandth of a degree is a hundred metres: less than the drawing itself knows. */
const rounded = (ring: Ring) => ring.map(point => point.map(value => Math.round(value * 1_000) / 1_000))

/** What the map stands on where no tiles are configured, `virtual:outline`: countries of Natural Earth, in 1 to 50 million. */
export function outline(): Plugin {
  const id = 'virtual:outline'
  return {
    name: 'outorga-outline',
    resolveId: source => (source === id ? `\0${id}` : null),
    load: loaded =>
      loaded === `\0${id}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(cut()))})` : null,
  }
}

function cut() {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const world = JSON.parse(readFileSync(file, 'utf8'))
  const all: FeatureCollection<MultiPolygon | Polygon> = Object(feature(world, world.objects.countries))
  const features = all.features.flatMap(({ id, geometry }) => {
    const brazil = id === countries.brazil
    if (!brazil && !countries.around.includes(String(id))) return []
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    const kept = polygons.filter(([outer = []]) => isInside(outer)).map(rings => rings.map(rounded))
    const shown = { type: 'MultiPolygon', coordinates: kept }
    return kept.length ? [{ type: 'Feature', properties: { brazil }, geometry: shown }] : []
  })
  if (features.length < countries.around.length) throw new Error('countries are missing from the outline')
  return { type: 'FeatureCollection', features }
}
