import type { AnyResource } from '#kernel/resource.ts'
import { filterable, type Search } from '#web/table/address.ts'

/** Who sees a view besides its owner, in words. */
export const viewReaches = {
  me: 'Só eu',
  profile: 'Meu perfil',
  company: 'Minha empresa',
  all: 'Toda a equipe',
} as const
export type ViewReach = keyof typeof viewReaches
/** A search that was given a name. */
export interface View {
  readonly uuid: string
  readonly name: string
  /** The address's query: 'search=fibra&sort=-name&columns=name,cnpj'. */
  readonly search: string
  readonly audience: ViewReach
  readonly shared_with: string | null
  readonly owner: string
  readonly own: boolean
}
/** How the reader likes a list; stored on the server, the same on every machine. */
export interface Taste {
  /** Null: those the list declares. */
  readonly columns: readonly string[] | null
  readonly views: readonly View[]
  /** Whether the reader may share a view with the whole team. */
  readonly shares: boolean
}
type ChosenColumns = Pick<Taste, 'columns'>

/** The columns an address names, as a view does, and otherwise the reader's own choice. */
export const chosenColumns = ({ columns }: Search, taste: ChosenColumns): ChosenColumns =>
  columns ? { columns: columns.split(',') } : taste

/** Lists the columns on offer, to outsiders no internal ones: its name, then all that fit, in the order of its fields. */
export const offered = (resource: AnyResource, outside: boolean): readonly string[] => {
  const [first = ''] = resource.list.columns
  const fitting = new Set([...resource.list.columns, ...filterable(resource, outside).map(([name]) => name)])
  const shown = Object.entries(resource.fields).filter(([, { options }]) => !outside || !options.internal)
  return [first, ...shown.flatMap(([name]) => (name !== first && fitting.has(name) ? [name] : []))]
}

/** Columns in force: the chosen ones that still exist, the name always first. */
export function shownColumns(resource: AnyResource, { columns }: ChosenColumns, outside: boolean): readonly string[] {
  const [first = '', ...rest] = offered(resource, outside)
  if (!columns) return resource.list.columns.filter(name => name === first || rest.includes(name))
  return [first, ...rest.filter(name => columns.includes(name))]
}

/** All that drawing those columns takes. */
export function drawnColumns(resource: AnyResource, taste: ChosenColumns, outside: boolean): readonly string[] {
  const besides = (resource.list.besides ?? []).filter(name => !outside || !resource.fields[name]?.options.internal)
  return [...new Set([...shownColumns(resource, taste, outside), ...besides])]
}
