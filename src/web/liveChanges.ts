import { queryClient } from '#web/query.ts'
import { isRecord } from '#web/storage.ts'
import { createSignal } from '#web/store.ts'

/** A row that changed by itself, as the server reports it: how far the work on it is. */
export interface LiveChange {
  readonly resource: string
  readonly uuid: string
  readonly state: string
  readonly rows_done: number | null
  readonly rows_total: number | null
}
/** A row that somebody else saved. */
export type Saved = Pick<LiveChange, 'resource' | 'uuid'>
const isSaved = (value: unknown): value is Saved =>
  isRecord(value) && typeof value.resource === 'string' && typeof value.uuid === 'string'
const isChanged = (value: Saved): value is LiveChange => 'state' in value

const changes = createSignal<LiveChange>()
export const onChanged = changes.subscribe
const saves = createSignal<Saved>()
export const onSaved = saves.subscribe

/** The state last received of each row. */
const states = new Map<string, string>()

/** Takes in one message of the stream, as JSON. */
export function hear(data: string) {
  const changed: unknown = JSON.parse(data)
  if (!isSaved(changed)) return
  if (!isChanged(changed)) return saves.tell(changed)
  const { resource, uuid, ...progress } = changed
  let turned = states.get(uuid) !== progress.state
  states.set(uuid, progress.state)
  const patched = (row: unknown) => {
    if (!isRecord(row) || row.uuid !== uuid) return row
    if (row.state !== progress.state) turned = true
    return { ...row, ...progress }
  }
  queryClient.setQueriesData<unknown>({ queryKey: [resource] }, (read: unknown) => {
    if (!isRecord(read)) return read
    if (Array.isArray(read.data)) return { ...read, data: read.data.map(patched) }
    return 'row' in read ? { ...read, row: patched(read.row) } : read
  })
  // Another state is another row: it has a file, or an error, or other things to do with it.
  if (turned) readAgain(resource)
  changes.tell(changed)
}

/** Of rows that change one after another for minutes a screen reads a tenth of the time, and within these milliseconds. */
const [share, longest] = [9, 3_000]
const awaited = new Set<string>()
const rested = new Map<string, number>()
/** Reads again at once, or once the current read ends: that may have begun before the change, and end after its notice. */
function readAgain(resource: string) {
  if (awaited.has(resource)) return
  const queryKey = [resource]
  const read = () => {
    awaited.delete(resource)
    const began = performance.now()
    void queryClient.invalidateQueries({ queryKey }).then(() => {
      const now = performance.now()
      rested.set(resource, now + Math.min(longest, share * (now - began)))
    })
  }
  const wait = (rested.get(resource) ?? 0) - performance.now()
  if (wait <= 0 && !queryClient.isFetching({ queryKey })) return read()
  awaited.add(resource)
  if (wait > 0)
    return void setTimeout(() => {
      awaited.delete(resource)
      readAgain(resource)
    }, wait)
  const deaf = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching({ queryKey })) return
    deaf()
    read()
  })
}
