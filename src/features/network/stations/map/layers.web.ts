import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import outline from 'virtual:outline'
import type { Colours } from '#features/network/stations/map/marks.web.ts'

const nothing: GeoJSONSourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } }

/** Stations closer than this many pixels are one disc with their number, until the map is near enough. */
const together = { cluster: true, clusterRadius: 40, clusterMaxZoom: 13 } as const

export const networkSources = {
  enlaces: nothing,
  alcance: nothing,
  medida: nothing,
  escolhido: nothing,
  estacoes: { ...nothing, ...together },
} as const
export type SourceName = keyof typeof networkSources

/** Without configured tiles the map draws land and sea, and requests nothing. */
export function groundOf(colour: Colours): StyleSpecification {
  const here: ExpressionSpecification = ['==', ['get', 'brazil'], true]
  return {
    version: 8,
    sources: { terra: { type: 'geojson', data: outline, attribution: 'Natural Earth' } },
    layers: [
      { id: 'mar', type: 'background', paint: { 'background-color': colour('sunken') } },
      {
        id: 'terra',
        type: 'fill',
        source: 'terra',
        paint: { 'fill-color': ['case', here, colour('surface'), colour('canvas')] },
      },
      {
        id: 'fronteiras',
        type: 'line',
        source: 'terra',
        paint: {
          'line-color': ['case', here, colour('line-strong'), colour('line')],
          'line-width': ['case', here, 1.25, 1],
        },
      },
    ],
  }
}

/** What the product draws, from below to above, over any ground. */
export const layersOf = (colour: Colours): readonly LayerSpecification[] => [...linesIn(colour), ...pointsIn(colour)]

const round = { 'line-cap': 'round', 'line-join': 'round' } as const
function linesIn(colour: Colours): readonly LayerSpecification[] {
  const line: LineLayerSpecification['paint'] = {
    'line-color': ['match', ['get', 'tone'], 'ok', colour('ok'), 'info', colour('info'), colour('neutro')],
    'line-width': ['get', 'width'],
  }
  return [
    {
      id: 'alcance',
      type: 'fill',
      source: 'alcance',
      paint: { 'fill-color': colour('accent'), 'fill-opacity': 0.1 },
    },
    {
      id: 'alcance-borda',
      type: 'line',
      source: 'alcance',
      paint: { 'line-color': colour('accent'), 'line-width': 1.5 },
    },
    {
      id: 'enlaces',
      type: 'line',
      source: 'enlaces',
      filter: ['==', ['get', 'exists'], true],
      // The marks of stations cover the ends: round ones, of 8,000 links, would only cost a map without a graphics card.
      paint: line,
    },
    {
      id: 'enlaces-previstos',
      type: 'line',
      source: 'enlaces',
      filter: ['==', ['get', 'exists'], false],
      paint: { ...line, 'line-dasharray': [2.5, 1.5] },
    },
    {
      id: 'escolhido-linha',
      type: 'line',
      source: 'escolhido',
      layout: round,
      paint: { 'line-color': colour('accent'), 'line-width': 10, 'line-opacity': 0.35 },
    },
    {
      id: 'medida',
      type: 'line',
      source: 'medida',
      layout: round,
      paint: { 'line-color': colour('ink'), 'line-width': 2, 'line-dasharray': [1, 1.6] },
    },
  ]
}

function pointsIn(colour: Colours): readonly LayerSpecification[] {
  return [
    {
      id: 'estacoes',
      type: 'symbol',
      source: 'estacoes',
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['get', 'mark'],
        'icon-allow-overlap': true,
        'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 12, 1],
      },
    },
    {
      id: 'grupos',
      type: 'symbol',
      source: 'estacoes',
      filter: ['has', 'point_count'],
      layout: { 'icon-image': ['concat', 'grupo-', ['get', 'point_count']], 'icon-allow-overlap': true },
    },
    {
      id: 'escolhido',
      type: 'circle',
      source: 'escolhido',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 17,
        'circle-opacity': 0,
        'circle-stroke-color': colour('ink'),
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'medida-pontos',
      type: 'circle',
      source: 'medida',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': colour('surface'),
        'circle-stroke-color': colour('ink'),
        'circle-stroke-width': 2,
      },
    },
  ]
}
