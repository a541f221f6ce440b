import { sql } from 'kysely'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { stands, type StoredValues } from '#parts/custom-field/custom-field.ts'
import type { Ctx } from '#server/operation.ts'

type WrongMetas = Readonly<Record<string, string>>
/** What is known where run-time fields point to rows and files. */
export interface Pointed {
  readonly held: StoredValues
  /** Whose the row is. */
  readonly client: number | null | undefined
  readonly ctx: Ctx
}

/** What is wrong with the rows and the files that run-time fields of a section point to, by the wire's name of each. */
export function pointsOf(features: () => readonly AnyResource[], of: AnyResource) {
  async function wrongRows(metas: readonly Meta[], at: string, to: Pointed): Promise<WrongMetas> {
    const found = await Promise.all(
      metas.map(async (meta, i): Promise<WrongMetas> => {
        const below = await wrongRows(meta.fields ?? [], `${at}.${i}.fields`, to)
        if (metaTypeOf(meta) !== 'model') return below
        const section = features().find(({ path }) => path === meta.extras.model)
        if (!section) return { ...below, [`${at}.${i}.extras.model`]: 'Escolha uma das listas do sistema.' }
        const wrong = await wrongRow(meta, section, to)
        return { ...below, ...(wrong && { [`${at}.${i}.value`]: wrong }) }
      }),
    )
    return Object.assign({}, ...found)
  }

  async function wrongRow(meta: Meta, section: AnyResource, { held, client, ctx }: Pointed): Promise<string | null> {
    if (!meta.value || !/^[1-9]\d{0,14}$/.test(meta.value) || stands(meta, held)) return null
    const row: Readonly<Record<string, unknown>> | null = await ctx.rows(section).seek(meta.value)
    if (!row) return 'O registro escolhido não existe mais. Escolha outro.'
    const owner = section.fields[section.scope]?.options.to === 'clients' ? row[`${section.scope}_id`] : undefined
    return owner !== undefined && client != null && owner !== client ? 'Este registro é de outro cliente.' : null
  }

  /** A file is of the row it was sent to. */
  async function wrongFiles(
    metas: readonly Meta[],
    name: string,
    row: { readonly id?: number | undefined },
    to: Pointed,
  ): Promise<WrongMetas> {
    const given = placedMetas(metas, name).filter(
      ({ meta }) => metaTypeOf(meta) === 'file' && meta.value && !stands(meta, to.held),
    )
    if (!given.length) return {}
    const { rows } = await sql<{ value: string }>`
      select uuid || '/' || name as value from meta_uploads
      where metable_type = ${tableOf(of)} and metable_id = ${row.id ?? 0}
        and uuid || '/' || name = any(${given.map(({ meta }) => meta.value ?? '')}::text[])`.execute(to.ctx.sql)
    const own = new Set(rows.map(({ value }) => value))
    return Object.fromEntries(
      given
        .filter(({ meta }) => !own.has(meta.value ?? ''))
        .map(({ at }) => [`${at}.value`, 'Este arquivo não foi enviado para este registro. Envie de novo.']),
    )
  }

  return { wrongRows, wrongFiles }
}

/** Each field of a tree and the wire's name of its place. */
export const placedMetas = (
  metas: readonly Meta[],
  at: string,
): readonly { readonly at: string; readonly meta: Meta }[] =>
  metas.flatMap((meta, i) => [{ at: `${at}.${i}`, meta }, ...placedMetas(meta.fields ?? [], `${at}.${i}.fields`)])
