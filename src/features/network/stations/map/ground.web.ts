import type { LayerSpecification, Map as Plan } from 'maplibre-gl'
// oxlint-disable-next-line import/default -- the build makes a class of the file
import GroundWorker from '#features/network/stations/map/ground-worker.web.ts?worker'
import type { Ground } from '#features/network/stations/map/ground.ts'
import type { Colours } from '#features/network/stations/map/marks.web.ts'

type GroundParts = Readonly<Record<keyof Ground, Blob>>

let unpacked: Promise<GroundParts> | undefined
/** The ground as files for the map, made once per page. Rejects where its worker cannot be had. */
const groundParts = () =>
  (unpacked ??= new Promise<GroundParts>((resolve, reject) => {
    const worker = new GroundWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<GroundParts>) => {
      resolve(data)
      worker.terminate()
    })
    worker.addEventListener('error', () => {
      unpacked = undefined
      reject(new Error('the ground was not unpacked'))
    })
  }))

/**
 * Draws states and municipalities with their names below the network, once they are there: nothing waits for them, and where
 * they do not come the map stays as it is. `data-ground` on the map's element shows that they came.
 */
export async function layGround(plan: Plan, colour: Colours, below?: string): Promise<void> {
  const container = plan.getContainer()
  delete container.dataset.ground
  const state = { isRemoved: false }
  plan.on('remove', () => (state.isRemoved = true))
  const parts = await groundParts().catch(() => null)
  if (!parts || state.isRemoved) return
  const addresses = Object.entries(parts).map(([name, blob]) => [`chao-${name}`, URL.createObjectURL(blob)] as const)
  plan.on('remove', () => addresses.forEach(([, address]) => URL.revokeObjectURL(address)))
  for (const [name, data] of addresses)
    plan.addSource(name, { type: 'geojson', data, tolerance: 0.5, attribution: 'IBGE' })
  // The outline of the country is coarser than its municipalities: two coasts would be drawn.
  for (const layer of ['terra', 'fronteiras']) plan.setFilter(layer, ['!=', ['get', 'brazil'], true])
  for (const layer of groundLayers(colour)) plan.addLayer(layer, below)
  plan.on('sourcedata', () => {
    if (addresses.every(([name]) => plan.isSourceLoaded(name))) container.dataset.ground = 'municipios'
  })
}

const font = ['Inter Variable', 'sans-serif']
/** Smaller areas have quieter borders, so that stations and links are more visible. */
function groundLayers(colour: Colours): readonly LayerSpecification[] {
  return [
    {
      id: 'chao-terra',
      type: 'fill',
      source: 'chao-land',
      paint: { 'fill-color': colour('surface') },
    },
    {
      id: 'chao-municipios',
      type: 'line',
      source: 'chao-borders',
      minzoom: 6,
      filter: ['==', ['get', 'state'], false],
      paint: { 'line-color': colour('line'), 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 10, 1.25] },
    },
    {
      id: 'chao-estados',
      type: 'line',
      source: 'chao-borders',
      filter: ['==', ['get', 'state'], true],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colour('line-strong'),
        'line-opacity': 0.7,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 8, 1.5],
      },
    },
    {
      id: 'chao-nomes-municipios',
      type: 'symbol',
      source: 'chao-names',
      minzoom: 7.5,
      filter: ['==', ['get', 'state'], false],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 7.5, 10.5, 12, 14],
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': ['-', 0, ['get', 'size']],
      },
      paint: halo(colour, 'ink-3'),
    },
    {
      id: 'chao-nomes-estados',
      type: 'symbol',
      source: 'chao-names',
      minzoom: 3.5,
      maxzoom: 7.5,
      filter: ['==', ['get', 'state'], true],
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 3.5, 9, 7, 13],
        'text-letter-spacing': 0.08,
        'text-max-width': 8,
        'symbol-sort-key': ['-', 0, ['get', 'size']],
      },
      paint: halo(colour, 'ink-3'),
    },
  ]
}
const halo = (colour: Colours, ink: string) => ({
  'text-color': colour(ink),
  'text-halo-color': colour('surface'),
  'text-halo-width': 1.25,
})
