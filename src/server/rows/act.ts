import { problem } from '#kernel/problem.ts'
import { isOpenTo } from '#kernel/resource.ts'
import { agree } from '#kernel/text.ts'
import type { Key } from '#server/rows.ts'
import { lockRow, seekRow, type AnyRow, type Door } from '#server/rows/door.ts'

/** Does a declared action to a row. The row is locked before its state is judged: of two that act at once, the second sees what the first left. */
export async function actOnRow(door: Door, key: Key, name: string): Promise<AnyRow> {
  const { resource, ctx, hooks } = door
  const run = hooks?.actions?.[name]
  if (!run) throw new Error(`${resource.path} has no action ${name}`)
  const found = await lockRow(door, key)
  if (!found.active) throw problem('conflict', `${agree(resource.text, 'inativo')}: reative antes.`)
  if (!isOpenTo(resource, resource.actions?.[name] ?? {}, found, ctx.user)) throw problem('conflict')
  await run(found, ctx)
  // An action may take the row out of the list it was in.
  return (await seekRow(door, key)) ?? found
}
