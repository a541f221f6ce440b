import { can, isStaff, permission, type User } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'

/** What an area of a record is called, and what of its section one must be allowed, where it is not the list. */
export interface NamedArea {
  readonly resource: AnyResource
  readonly title?: string
  readonly verb?: string
  /** Money and papers: what people of a client come for, listed before all else. */
  readonly first?: true
}

export const titleOfArea = ({ resource, title }: NamedArea): string => title ?? capital(resource.text.many)
export function areasOpenTo<A extends NamedArea>(user: User, areas: readonly A[]): readonly A[] {
  const own = areas.filter(({ resource, verb = 'index' }) => can(user, permission(resource, verb)))
  return isStaff(user) ? own : own.toSorted((one, other) => Number(other.first ?? false) - Number(one.first ?? false))
}
