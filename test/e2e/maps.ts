import type { LaunchOptions } from '@playwright/test'
import type { House } from './house.ts'

interface Launch {
  readonly launchOptions: LaunchOptions
}
/**
 * For `test.use` of journeys that open a map: it is drawn by the processor where there is no graphics card. Made anew for each
 * file, which Playwright then gives workers of its own, and with them an installation that no other file fills with stations.
 */
export const softwareGraphics = () => ({
  launchOptions: async ({ launchOptions }: Launch, use: (options: LaunchOptions) => Promise<void>) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    }),
})

/** The same with a quarter of the pixels of the map to draw; what is laid out is the same. */
export const quarterGraphics = () => ({ ...softwareGraphics(), deviceScaleFactor: 0.5 })

interface Identified {
  readonly id: number
}
/** A contracted link of a client between two stations, with its property and one connection. */
export async function connectStations(
  { api, idOf }: House,
  client: Identified,
  [one, other]: readonly [Identified, Identified],
  more = {},
) {
  const link = await api('POST', 'station-links', {
    client_id: client.id,
    own_link: false,
    station_link_type_id: await idOf('station-link-types', 'contratado'),
    stations: [{ station_id: one.id }, { station_id: other.id }],
  })
  const property = await api('POST', 'station-link-properties', { station_link_id: link.id })
  await api('POST', 'station-link-property-connections', {
    station_link_property_id: property.id,
    station_1_id: one.id,
    station_2_id: other.id,
    capacity: 1,
    ...more,
  })
}
