declare module 'virtual:theme.css'
declare module 'virtual:outline' {
  import type { FeatureCollection, MultiPolygon } from 'geojson'
  /** Brazil and the countries around it. */
  const outline: FeatureCollection<MultiPolygon, { readonly brazil: boolean }>
  export default outline
}
