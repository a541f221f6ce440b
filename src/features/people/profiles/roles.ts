/** A permission of a profile as its form holds it; those already there carry their id. */
export interface Role {
  readonly id?: unknown
  readonly role: string
}
const isRole = (value: unknown): value is Role =>
  typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string'
export const rolesIn = (value: unknown): readonly Role[] => (Array.isArray(value) ? value.filter(isRole) : [])

/** The roles after granting or taking some; those that stay keep their place. */
export function turned(roles: readonly Role[], names: readonly string[], on: boolean): readonly Role[] {
  const kept = on ? roles : roles.filter(({ role }) => !names.includes(role))
  const held = new Set(kept.map(({ role }) => role))
  return on ? [...kept, ...names.filter(name => !held.has(name)).map(role => ({ role }))] : kept
}

/** What a save would grant and take. */
export function difference(before: readonly Role[], after: readonly Role[]) {
  const [was, is] = [before, after].map(roles => new Set(roles.map(({ role }) => role)))
  return {
    granted: [...(is ?? [])].filter(role => !was?.has(role)),
    taken: [...(was ?? [])].filter(role => !is?.has(role)),
  }
}
