import { featureSetting, positive, service } from '#server/config.ts'

export const placesUrl = featureSetting(
  'PLACES_URL',
  service.optional(),
  'Where the map looks for places by name, Nominatim’s shape of answer, such as `https://nominatim.openstreetmap.org`; unset: there is no box for it',
)
export const placesPerMinute = featureSetting('PLACES_PER_MINUTE', positive.default(30), 'Questions a minute it takes')

export const mapSettings = [placesUrl, placesPerMinute] as const
