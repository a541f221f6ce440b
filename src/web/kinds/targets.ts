import { tableOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { isRecord } from '#web/storage.ts'

const targets = new Map<string, AnyResource>()

let people: string | null = null
let companies: string | null = null
interface KnownPaths {
  /** The path of those who sign in. */
  readonly people: string
  readonly company: string
}
/** Declarations by path, given once by the composition root: a reference is named by its target's first column. */
export const knowResources = (resources: readonly AnyResource[], paths: KnownPaths) => {
  for (const each of resources) targets.set(each.path, each)
  people = tableAt(paths.people)
  companies = tableAt(paths.company)
}
const tableAt = (path: string) => {
  const target = targets.get(path)
  return target ? tableOf(target) : null
}

/** Whether the rows at this path are people who sign in. */
export const isPerson = (path = '') => targets.has(path) && tableAt(path) === people
/** Whether the rows at this path are the consultancy's own companies. */
export const isCompany = (path = '') => targets.has(path) && tableAt(path) === companies

export const declarationAt = (path: string) => targets.get(path)

/** Is the list searched and paged by the server? The others are short and come whole. */
export const isSearched = (path: string) => {
  const target = targets.get(path)
  return target !== undefined && verbsOf(target).includes('index')
}

/** Do people call these by their initials? */
export const hasInitial = (path = '') => targets.get(path)?.fields.initial !== undefined

/** The column that names the rows of the list at this path. */
export function titleColumn(path: string): string {
  const target = targets.get(path)
  return target ? titleOf(target) : 'id'
}

/** What a row of the resource at this path is called. */
export function titleIn(path: string, row: Readonly<Record<string, unknown>>): string {
  const target = targets.get(path)
  const title = target && row[titleOf(target)]
  if (isRecord(title)) return String(title.name ?? row.id)
  return String(title ?? row.id)
}
