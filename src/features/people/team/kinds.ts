import { features } from '#features/index.ts'
import type { Text } from '#kernel/resource.ts'

const unknown: Text = { one: 'registro', many: 'registros', gender: 'm' }

/** What a kind of work is called, by the path of its section. */
export const workText = (kind: string): Text => features.find(({ path }) => path === kind)?.text ?? unknown

/** The list of what a person answers for, of one kind; of nobody, with no id. */
export function listOf(kind: string, person: number | null): string {
  const section = features.find(({ path }) => path === kind)
  const key = ['answered_by', 'responsible', 'owner'].find(name => section && name in section.fields) ?? 'responsible'
  return `/${kind}?filter[${key}_id]=${person ?? ''}`
}
