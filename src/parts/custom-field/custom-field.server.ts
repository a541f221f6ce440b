import { can } from '#kernel/access.ts'
import type { Meta } from '#kernel/meta.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { emptyMetas, wrongMetas } from '#parts/custom-field/custom-field.ts'
import { definitionOf, storedValuesIn } from '#parts/custom-field/definition.ts'
import { placedMetas, pointsOf, type Pointed } from '#parts/custom-field/points.server.ts'
import type { Ctx } from '#server/operation.ts'

interface CustomFieldDraft {
  readonly id?: number | undefined
  readonly client_id?: number | null | undefined
  readonly metas_only_father?: readonly Meta[] | undefined
  readonly metas?: readonly Meta[] | undefined
}
interface MetaHow {
  /** The client the row is of, where it is of one: what a field points to is of no other. */
  readonly clientOf?: (row: CustomFieldDraft) => number | null | undefined
  /** Fields whose definitions may be taken over by who defines none: those of the rows it may be begun like. */
  readonly alike?: (row: CustomFieldDraft, ctx: Ctx) => Promise<readonly Meta[]>
}
const names = ['metas_only_father', 'metas'] as const

/** This permission allows defining fields; users who may change a row may fill them in. */
export const defining = 'metas.definir'

/** Definitions that the server itself adds, which are accepted from users who may not define fields. */
const brought = new WeakSet<object>()
export function bringMetas(metas: readonly Meta[]): readonly Meta[] {
  brought.add(metas)
  return metas
}

/**
 * These hooks of resources with run-time fields refuse values that do not fit their types, references that are not allowed,
 * and definitions by users who may not define. `features` is called once the product is complete.
 */
export function withMetas(features: () => readonly AnyResource[], of: AnyResource, how: MetaHow = {}) {
  const { wrongRows, wrongFiles } = pointsOf(features, of)

  async function checked<T extends CustomFieldDraft>(draft: T, row: CustomFieldDraft, ctx: Ctx): Promise<T> {
    const whole = { ...row, ...draft }
    const client = how.clientOf?.(whole)
    const moved = row.id !== undefined && how.clientOf?.(row) !== client
    for (const name of names) {
      const [metas, stood] = [draft[name], row[name] ?? []]
      if (moved) await refuseLeftBehind(metas ?? stood, name, { held: new Map(), client, ctx })
      if (metas === undefined) continue
      const held = storedValuesIn(stood)
      const to = { held, client, ctx }
      const defines = brought.has(metas) || can(ctx.user, defining)
      if (!defines) await refuseDefining(metas, stood, name, () => how.alike?.(whole, ctx))
      const isFilling = row.id !== undefined && !brought.has(metas) && sameDefinitions(metas, stood)
      const wrong = {
        ...(isFilling && emptyMetas(metas, name)),
        ...wrongMetas(metas, name, held),
        ...(await wrongRows(metas, name, to)),
        ...(await wrongFiles(metas, name, row, to)),
      }
      if (Object.keys(wrong).length) throw invalid(wrong)
    }
    return draft
  }

  /** A row that becomes another client's takes its fields along, and nothing that stayed with the one before. */
  async function refuseLeftBehind(metas: readonly Meta[], name: string, to: Pointed) {
    const wrong = Object.keys(await wrongRows(metas, name, to))
    const labels = placedMetas(metas, name).flatMap(({ at, meta }) =>
      wrong.includes(`${at}.value`) ? [meta.extras.label] : [],
    )
    if (labels.length)
      throw invalid({
        client_id: `Há campos que apontam para registros do cliente de antes (${labels.join(', ')}). Esvazie-os primeiro.`,
      })
  }

  return {
    beforeCreate: <T extends CustomFieldDraft>(draft: T, ctx: Ctx) => checked(draft, {}, ctx),
    beforeUpdate: checked,
  }
}
const sameDefinitions = (some: readonly Meta[], others: readonly Meta[]) =>
  some.length === others.length && some.every((meta, i) => others[i] && definitionOf(meta) === definitionOf(others[i]))

/** Who only fills in leaves every field as it was defined, and may take over what rows alike have. */
async function refuseDefining(
  metas: readonly Meta[],
  stood: readonly Meta[],
  name: string,
  alike: () => Promise<readonly Meta[]> | undefined,
) {
  const added = metas.slice(stood.length)
  const kept = sameDefinitions(metas.slice(0, stood.length), stood)
  if (kept && !added.length) return
  const known = new Set(kept ? ((await alike()) ?? []).map(definitionOf) : [])
  if (kept && added.every(meta => known.has(definitionOf(meta)))) return
  throw invalid({
    [name]: 'Você preenche estes campos e não os define. Peça a quem tem a permissão de definir campos.',
  })
}
