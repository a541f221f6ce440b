import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { fieldsForMany } from '#kernel/many.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { keyOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { sayValue } from '#kernel/say.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import { features } from '#features/index.ts'
import { textIn } from '#server/duplicate.ts'
import { cleaned } from '#server/html.ts'
import type { Ctx } from '#server/operation.ts'
import type { DraftValues } from '#server/rows/door.ts'

/** Judges what is to be written in many rows as a save of one row would, for the user of now. */
export function sharedValuesIn({ user }: Ctx, of: AnyResource, given: unknown): DraftValues {
  const outside = !isStaff(user)
  const parsed = draftSchema(of.fields, { partial: true, outside }).safeParse(given)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  const settable = new Set(fieldsForMany(of, outside).settable.map(([name, field]) => keyOf(name, field)))
  const keys = Object.keys(parsed.data)
  const odd = keys.filter(key => !settable.has(key))
  if (odd.length)
    throw invalid(Object.fromEntries(odd.map(key => [key, 'Este campo não muda em vários registros de uma vez.'])))
  if (!keys.length) throw invalid({ draft: 'Escolha ao menos um campo.' })
  return cleaned(of.fields, parsed.data)
}

interface SharedField {
  readonly name: string
  readonly key: string
  readonly label: string
  /** What it becomes; null where it is emptied. */
  readonly value: string | null
}

/** The fields that are written, in the order of the form, with their values as people read them. */
export async function sharedFieldsOf(ctx: Ctx, of: AnyResource, values: DraftValues): Promise<readonly SharedField[]> {
  const found: SharedField[] = []
  for (const [name, field] of fieldsForMany(of, !isStaff(ctx.user)).settable) {
    const key = keyOf(name, field)
    const value = values[key]
    if (value === undefined) continue
    const named = field.kind === 'ref' && typeof value === 'number' ? await nameOfRow(ctx, field.options.to, value) : ''
    found.push({ name, key, label: field.label, value: sayValue(field, value, () => named) })
  }
  return found
}

async function nameOfRow(ctx: Ctx, path: string | undefined, id: number): Promise<string> {
  const target: AnyResource | undefined = features.find(each => each.path === path)
  const [row] = target ? await ctx.rows(target).among([id]) : []
  return (target && row && textIn(target, row, titleOf(target))) ?? 'o que não está à sua vista'
}

interface ChangedRow {
  readonly row_id: number
  /** The line of history of the change. */
  readonly undone_event: number | null
}

/** What each row had before a change, by its id: of the fields that a save may write. */
export async function valuesBefore(
  { sql: db, user }: Ctx,
  of: AnyResource,
  changed: readonly ChangedRow[],
): Promise<ReadonlyMap<number, DraftValues>> {
  const events = changed.flatMap(({ undone_event }) => undone_event ?? [])
  const { rows } = await sql<{ row_id: number; changes: Readonly<Record<string, readonly [unknown, unknown]>> }>`
    select row_id::float8 as row_id, changes from audit_events where id = any(${events}::bigint[])`.execute(db)
  const fields = Object.entries(of.fields).filter(
    ([, { kind, writable }]) => writable && kind !== 'many' && kind !== 'metas',
  )
  return new Map(
    rows.map(({ row_id, changes }) => {
      const before = fields.flatMap(([name, field]) => {
        const change = changes[keyOf(name, field)]
        // Who is of a client by now writes no field that only the consultancy writes.
        if (change && field.options.internal && !isStaff(user)) throw problem('forbidden')
        return change ? [[keyOf(name, field), change[0]]] : []
      })
      return [row_id, Object.fromEntries(before)]
    }),
  )
}
