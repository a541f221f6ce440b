import type { AnyResource } from '#kernel/resource.ts'
import { filterable } from '#web/table/address.ts'

/** A search that was given a name. */
export interface View {
  readonly name: string
  /** The address's query: 'search=fibra&sort=-name'. */
  readonly search: string
}
/** How the reader likes a list; stored on the server, the same on every machine. */
export interface Taste {
  /** Null: those the list declares. */
  readonly columns: readonly string[] | null
  readonly views: readonly View[]
}
/** Lists the columns on offer, to outsiders no internal ones: its name, then all that fit, in the order of its fields. */
export const offered = (resource: AnyResource, outside: boolean): readonly string[] => {
  const [first = ''] = resource.list.columns
  const fitting = new Set([...resource.list.columns, ...filterable(resource, outside).map(([name]) => name)])
  const shown = Object.entries(resource.fields).filter(([, { options }]) => !outside || !options.internal)
  return [first, ...shown.flatMap(([name]) => (name !== first && fitting.has(name) ? [name] : []))]
}

/** Columns in force: the chosen ones that still exist, the name always first. */
export function shownColumns(resource: AnyResource, { columns }: Taste, outside: boolean): readonly string[] {
  const [first = '', ...rest] = offered(resource, outside)
  if (!columns) return resource.list.columns.filter(name => name === first || rest.includes(name))
  return [first, ...rest.filter(name => columns.includes(name))]
}

/** All that drawing those columns takes. */
export function drawnColumns(resource: AnyResource, taste: Taste, outside: boolean): readonly string[] {
  const besides = (resource.list.besides ?? []).filter(name => !outside || !resource.fields[name]?.options.internal)
  return [...new Set([...shownColumns(resource, taste, outside), ...besides])]
}
