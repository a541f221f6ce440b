import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import { extend } from '#server/extend.ts'
import { features } from '#features/index.ts'
import { withMetas } from '#parts/meta/meta.server.ts'

const checked = withMetas(() => features)

export const configurationsOnServer = [extend(configurations, checked), extend(moduleConfigurations, checked)] as const
