import type { Fields } from '#kernel/field.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { AnyExtension } from '#server/extend.ts'

/** How access to rows is divided: by company, and for people outside the office by the client they are linked to. */
export interface Tenancy {
  /** Path of the companies. */
  readonly company: string
  /** Path of the resource outsiders are linked to. */
  readonly holder: string
  /** The line table of `holder` whose `user_id` links them. */
  readonly members: string
  /** Path of those who sign in. */
  readonly people: string
}

/** Someone who points here: a column of a resource's table, or of its lines' table. */
export interface Pointer {
  readonly resource: AnyResource
  readonly table: string
  readonly column: string
  /** From the pointing table up to the resource's own; empty when it is that one. */
  readonly parents: readonly string[]
}

/** Indexes every resource by its path, with its relations. Made once, at start. */
export class Catalog {
  readonly resources: readonly AnyResource[]
  readonly tenancy: Tenancy
  readonly #byPath: ReadonlyMap<string, AnyResource>
  readonly #extensions: ReadonlyMap<string, AnyExtension>
  readonly #pointers: ReadonlyMap<string, readonly Pointer[]>

  constructor(resources: readonly AnyResource[], tenancy: Tenancy, extensions: readonly AnyExtension[] = []) {
    this.resources = resources
    this.tenancy = tenancy
    this.#byPath = new Map(resources.map(each => [each.path, each]))
    this.#extensions = new Map(extensions.map(each => [each.of.path, each]))
    const pointers = new Map<string, Pointer[]>()
    for (const resource of resources) {
      collect(resource.fields, tableOf(resource), [], (to, table, column, parents) => {
        this.at(to)
        pointers.set(to, [...(pointers.get(to) ?? []), { resource, table, column, parents }])
      })
    }
    this.#pointers = pointers
  }

  /** Throws when no resource has this path: a reference that points nowhere is a mistake of ours. */
  at(path: string): AnyResource {
    const found = this.#byPath.get(path)
    if (!found) throw new Error(`no resource is declared at '${path}'`)
    return found
  }

  extension(resource: AnyResource): AnyExtension | undefined {
    return this.#extensions.get(resource.path)
  }

  /** Whether every company has the same rows of it: they hang on none of them, and on no client. */
  isShared({ path, scope, fields }: AnyResource): boolean {
    const { company } = this.tenancy
    return (
      scope === 'everyone' && path !== company && !Object.values(fields).some(({ options }) => options.to === company)
    )
  }

  pointersTo(resource: AnyResource): readonly Pointer[] {
    return this.#pointers.get(resource.path) ?? []
  }
}

function collect(
  fields: Fields,
  table: string,
  parents: readonly string[],
  found: (to: string, table: string, column: string, parents: readonly string[]) => void,
) {
  for (const [name, { kind, options }] of Object.entries(fields)) {
    if (kind === 'ref' && options.to && !options.owner && !options.derived)
      found(options.to, table, `${name}_id`, parents)
    if (kind === 'many' && options.shape && !options.mirrored)
      collect(options.shape, `${table}_${name}`, [table, ...parents], found)
  }
}
