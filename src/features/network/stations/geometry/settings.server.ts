import { featureSetting, optional } from '#server/config.ts'

export const elevationFolder = featureSetting(
  'ELEVATION_DIR',
  optional,
  'Folder of elevation tiles for the profiles of links: SRTM’s `.hgt`, named `S23W047.hgt`; unset: no ground is known',
)

export const geometrySettings = [elevationFolder] as const
