import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { can } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { checkCollect } from '#features/regulatory/collects/check/api.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { collectQuery } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { renewAnswers, sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

export type Note = ListedOf<typeof collectNotes>
export interface Noted {
  readonly id: number
  readonly uuid: string
}
/** A new note concerns the whole coleta, or what the check found at a place of it. */
export interface NoteSubject {
  readonly open: boolean
  readonly finding: string | null
  /** 'locations.3'. */
  readonly field: string | null
}
export const wholeColeta = (open: boolean): NoteSubject => ({ open, finding: null, field: null })

const { list, create } = callsOf(collectNotes)
const resolveNote = actOf(collectNotes, 'resolver')

/** What was written of a coleta, what is still to be followed up first. */
export function useNotes({ id }: Noted) {
  const user = useUser()
  const query = { 'filter[collect_id]': id, sort: '-open,id', pagination: 'false' }
  return useAnswer(list, { query }, { enabled: can(user, list.id) })
}

/** The municipalities of a coleta something was written of, and whether it is still followed up. */
export function useNoted(collect: Noted): ReadonlyMap<number, boolean> {
  const { data } = useNotes(collect)
  return useMemo(() => {
    const notes = (data?.data ?? []).toReversed()
    // Open notes come last, so that they win.
    return new Map(notes.flatMap(({ city_id, open }) => (city_id === null ? [] : [[city_id, open] as const])))
  }, [data])
}

export function useNoting() {
  const queries = useQueryClient()
  const renewNotes = useRenewal(create)
  const finish = async ({ message }: { readonly message: string }) => {
    // What is followed up is looked at before a coleta is finished.
    await Promise.all([renewNotes(), renewAnswers(queries, checkCollect)])
    toast(message)
  }
  return {
    write: async ({ id, uuid }: Noted, { finding, field, open }: NoteSubject, content: string) => {
      const city_id = await cityOf(queries, uuid, field)
      const body = { collect_id: id, city_id, finding, content, open }
      await finish(await sendCall(create, { body }, { quiet: true }))
    },
    resolve: async ({ uuid: id }: Note) => finish(await sendCall(resolveNote, { id, body: undefined })),
  }
}

/** Places move as the coleta is typed: a note keeps the municipality itself. */
async function cityOf(queries: QueryClient, uuid: string, field: string | null) {
  const [, at] = /^locations\.(\d+)/.exec(field ?? '') ?? []
  if (at === undefined) return null
  const { row } = await queries.ensureQueryData(collectQuery(uuid))
  return row.locations[Number(at)]?.city_id ?? null
}
