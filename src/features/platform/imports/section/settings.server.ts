import { positive, featureSetting, service } from '#server/config.ts'

export const importDays = featureSetting(
  'IMPORT_DAYS',
  positive.default(365),
  'Days the rows and the file of an import are kept after it was last touched, and it can be undone',
)
export const providersUrl = featureSetting(
  'ANATEL_PROVIDERS_URL',
  service.optional(),
  'Where Anatel’s open file of providers is fetched from when asked to (ZIP or CSV, up to 64 MB, 10 minutes); unset: sent by hand',
)

export const importSettings = [importDays, providersUrl] as const
