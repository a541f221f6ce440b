import { can, permission } from '#kernel/access.ts'
import { titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { textIn } from '#server/duplicate.ts'
import type { Ctx } from '#server/operation.ts'

/** Rows that are named in a refusal; of the others it says how many they are. */
export const mostNamed = 3
/** Characters of one name. */
const longestName = 60

/** The titles of the first of these rows, quoted: of those alone that the user may open. */
export async function namesOf(ctx: Ctx, of: AnyResource, ids: readonly number[]): Promise<readonly string[]> {
  if (!ids.length || !verbsOf(of).includes('show') || !can(ctx.user, permission(of, 'show'))) return []
  const rows = await ctx.rows(of).among(ids.slice(0, mostNamed))
  return rows.flatMap(row => {
    const title = textIn(of, row, titleOf(of))?.trim()
    return title ? [`“${title.length > longestName ? `${title.slice(0, longestName)}…` : title}”`] : []
  })
}

/** ['“A”', '“B”', '“C”'], 5 → '“A”, “B”, “C” e mais 2'; '' of no name. */
export function namesInWords(names: readonly string[], all: number): string {
  const more = all - names.length
  return join([...names, ...(names.length && more > 0 ? [`mais ${showInteger(more)}`] : [])])
}
