import { callsOf } from '#kernel/call.ts'
import type { RowOf } from '#kernel/resource.ts'
import { allOf } from '#kernel/text.ts'
import { showInteger } from '#kernel/show.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { fetchExport } from '#parts/progress/fetch.web.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { ApiError } from '#web/api-error.ts'
import { renewAfter, sendCall } from '#web/call.ts'
import { onChanged, type LiveChange } from '#web/liveChanges.ts'
import { queryClient } from '#web/query.ts'
import { isRecord, keep, keys, recall } from '#web/storage.ts'
import type { TakenList } from '#web/table/desk.ts'
import { toast } from '#web/ui/toast.tsx'

const { create, read } = callsOf(exports)

/** Polling interval in milliseconds, in case no live event arrives. */
const look = 10_000
/** Milliseconds a notice stays: the user may be elsewhere when it is ready. It returns if it goes before `read`. */
const stay = { requested: 8_000, over: 60_000, read: 5_000 } as const

/** Asks for a list: a short one's file comes at once, a long one's is offered when it is ready, whatever the screen. */
export async function askExport({ resource, search, format, go }: TakenList) {
  const query = new URLSearchParams(Object.entries(search)).toString()
  const { data } = await sendCall(create, {
    body: { name: allOf(resource.text), resource: resource.path, format, query },
  })
  await renewAfter(queryClient, create)
  if (!isGoing(data)) return fetchExport(data)
  const to = `/${exports.path}/${data.uuid}`
  toast(`São ${showInteger(data.rows_total ?? 0)} linhas: o arquivo está sendo preparado.`, {
    type: 'info',
    time: stay.requested,
    act: { label: 'Acompanhar', run: () => go(to) },
  })
  awaitExport(data, go)
}

type AwaitedExport = Pick<RowOf<typeof exports>, 'uuid' | 'name'>
const isAwaited = (value: unknown): value is readonly AwaitedExport[] =>
  Array.isArray(value) && value.every(each => isRecord(each) && isText(each.uuid) && isText(each.name))
const isText = (value: unknown) => typeof value === 'string'
const awaited = () => recall(keys.awaited, isAwaited) ?? []
const otherJobs = (uuid: string) => awaited().filter(each => each.uuid !== uuid)

/** Resumes the notices of exports requested before the page loaded again, or before the user signed out. */
export function awaitAgain(go: (to: string) => void) {
  for (const each of awaited()) awaitExport(each, go)()
}

/** Shows the file or the failure when the export is over. Answers a function that checks at once. */
export function awaitExport({ uuid, name }: AwaitedExport, go: (to: string) => void) {
  keep(keys.awaited, [...otherJobs(uuid), { uuid, name }])
  const forget = () => keep(keys.awaited, otherJobs(uuid))
  const seen = async () => {
    const { data } = await sendCall(read, { id: uuid }, { quiet: true })
    if (isGoing(data)) return
    end()
    setTimeout(forget, stay.read)
    if (data.state === 'concluido')
      toast(`“${name}” está pronta.`, {
        time: stay.over,
        act: { label: 'Baixar', run: () => void fetchExport(data).catch(() => undefined) },
      })
    if (data.state === 'falhou')
      toast(`“${name}” não pôde ser feita.`, {
        type: 'error',
        time: stay.over,
        act: { label: 'Ver por quê', run: () => go(`/${exports.path}/${uuid}`) },
      })
  }
  const check = () =>
    void seen().catch((error: unknown) => {
      // It is not there any more, or not this person's to see.
      if (error instanceof ApiError && error.status === 404) forget()
      end()
    })
  const deaf = onChanged((changed: LiveChange) => {
    if (changed.uuid === uuid && !isGoing(changed)) check()
  })
  const looking = setInterval(check, look)
  const end = () => {
    deaf()
    clearInterval(looking)
  }
  return check
}
