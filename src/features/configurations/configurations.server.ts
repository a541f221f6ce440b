import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import { checkedMetas } from '#parts/meta/meta.ts'
import { extend } from '#server/extend.ts'

const behaviour = { beforeCreate: checkedMetas, beforeUpdate: checkedMetas }

export const configurationsOnServer = [
  extend(configurations, behaviour),
  extend(moduleConfigurations, behaviour),
] as const
