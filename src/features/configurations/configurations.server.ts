import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { extend } from '#server/extend.ts'

const checked = withMetas(() => features)

export const configurationsOnServer: ServerFeature = {
  extensions: [extend(configurations, checked), extend(moduleConfigurations, checked)],
}
