import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnyResource, RowOf } from '#kernel/resource.ts'
import { api } from '#web/api.ts'

/** A row of whichever section. */
export type DetailRow = RowOf<AnyResource> & Readonly<Record<string, unknown>>

type ReadOf<R> = AnyResource extends R ? DetailRow : RowOf<R>

/** A row as a screen read it. */
export interface ReadRow<T = DetailRow> {
  readonly row: T
  /** The next save is based on this version. */
  readonly version: string | null
}

/** One row with its version, as the server has it now, under the key every screen of one row reads by. */
export const rowQuery = <R extends AnyResource>({ path }: R, uuid: string) =>
  queryOptions({
    queryKey: [path, 'one', uuid],
    queryFn: async ({ signal }): Promise<ReadRow<ReadOf<R>>> => {
      const { body, version } = await api.read<{ data: ReadOf<R> }>(`/${path}/${uuid}`, { signal, quiet: true })
      return { row: body.data, version }
    },
  })
/** Reads one row again. */
export const renewRow = (queries: QueryClient, resource: AnyResource, uuid: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: rowQuery(resource, uuid).queryKey })
