import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import { withMetas } from '#features/metas.server.ts'
import { extend } from '#server/extend.ts'

export const configurationsOnServer = [
  extend(configurations, withMetas),
  extend(moduleConfigurations, withMetas),
] as const
