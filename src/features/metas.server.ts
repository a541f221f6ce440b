import { features } from '#features/index.ts'
import { checkingMetas } from '#parts/meta/meta.server.ts'

const checked = checkingMetas(() => features)

/** The hooks of whatever has run-time fields: what they hold is checked by their types. */
export const withMetas = {
  beforeCreate: <T extends Parameters<typeof checked>[0]>(draft: T, ctx: Parameters<typeof checked>[2]) =>
    checked(draft, {}, ctx),
  beforeUpdate: checked,
}
