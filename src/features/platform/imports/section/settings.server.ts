import { positive, featureSetting, service } from '#server/config.ts'

export const importDays = featureSetting(
  'IMPORT_DAYS',
  positive.default(365),
  'Days for which an import can be undone after its last change; then its rows and file are deleted',
)
export const providersUrl = featureSetting(
  'ANATEL_PROVIDERS_URL',
  service.optional(),
  'Where Anatel’s open file of providers is fetched from on request (ZIP or CSV, up to 64 MB, 10 minutes); unset: sent by hand',
)

export const importSettings = [importDays, providersUrl] as const
