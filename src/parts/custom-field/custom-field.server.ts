import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { wrongMetas } from '#parts/custom-field/custom-field.ts'
import type { Ctx } from '#server/operation.ts'

interface CustomFieldDraft {
  readonly metas_only_father?: readonly Meta[] | undefined
  readonly metas?: readonly Meta[] | undefined
}

/**
 * The hooks of what has run-time fields: refuses a draft whose run-time fields hold what their types do not, or name a row the writer may not see; `features` is
 * asked when the product is whole.
 */
export function withMetas(features: () => readonly AnyResource[]) {
  async function wrongRows(metas: readonly Meta[], at: string, held: ReadonlySet<string>, ctx: Ctx): Promise<object> {
    const found = await Promise.all(
      metas.map(async (meta, i) => {
        const { value, extras, fields = [] } = meta
        const below = await wrongRows(fields, `${at}.${i}.fields`, held, ctx)
        if (metaTypeOf(meta) !== 'model' || held.has(`${extras.model} ${value}`)) return below
        const of = features().find(({ path }) => path === extras.model)
        if (!of) return { ...below, [`${at}.${i}.extras.model`]: 'Escolha uma das listas do sistema.' }
        if (!value || (await ctx.rows(of).seek(value))) return below
        return { ...below, [`${at}.${i}.value`]: 'O registro escolhido não existe mais. Escolha outro.' }
      }),
    )
    return Object.assign({}, ...found)
  }
  const pointed = (metas: readonly Meta[]): readonly string[] =>
    metas.flatMap(({ extras, value, fields = [] }) => [`${extras.model} ${value}`, ...pointed(fields)])

  async function checked<T extends CustomFieldDraft>(draft: T, row: CustomFieldDraft, ctx: Ctx): Promise<T> {
    for (const name of ['metas_only_father', 'metas'] as const) {
      const metas = draft[name] ?? []
      const held = new Set(pointed(row[name] ?? []))
      const wrong = { ...wrongMetas(metas, name), ...(await wrongRows(metas, name, held, ctx)) }
      if (Object.keys(wrong).length) throw invalid(wrong)
    }
    return draft
  }
  return {
    beforeCreate: <T extends CustomFieldDraft>(draft: T, ctx: Ctx) => checked(draft, {}, ctx),
    beforeUpdate: checked,
  }
}
