import type { AnyResource } from '#kernel/resource.ts'
import { callsOf } from '#kernel/call.ts'
import { showInteger } from '#kernel/show.ts'
import { bulkActInWords, bulkActs } from '#features/platform/bulk/acts.ts'
import { startBulkAct, undoBulkAct, type BulkActAnswer } from '#features/platform/bulk/api.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { ApiError } from '#web/api-error.ts'
import { renewAfter, sendCall } from '#web/call.ts'
import { report } from '#web/faults.ts'
import { queryClient } from '#web/query.ts'
import type { WholeAct } from '#web/table/desk.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

const consequences: Readonly<Record<string, string>> = {
  enable: 'Voltam a poder ser alterados e escolhidos nos formulários.',
  disable: 'Deixam de poder ser alterados e escolhidos nos formulários, até serem reativados.',
  destroy: 'Deixam de aparecer nas listas e nos formulários.',
  restaurar: 'Voltam às listas e aos formulários.',
}

/** What is done to each row: of an action as its own question says it. */
function consequenceOf(of: AnyResource, act: string): string {
  const each = consequences[act]
  if (each !== undefined) return inGender(of, each)
  const words = of.actions?.[act]?.confirm
  return words ? `Cada ${of.text.one} ${words.charAt(0).toLowerCase()}${words.slice(1)}` : ''
}

/** Asks for the exact number, and acts on all rows of a list that match; answers whether it was done. */
export async function actOnAll({ resource, search, act, total, go }: WholeAct): Promise<boolean> {
  const query = new URLSearchParams(Object.entries(search)).toString()
  let [counted, before] = [total, '']
  for (;;) {
    const what = bulkActInWords(resource, act, counted)
    const text = `${before}${consequenceOf(resource, act)}`
    if (!(await confirm({ title: `${what}?`, text, act: what, danger: act === 'destroy' }))) return false
    try {
      const body = { resource: resource.path, act, query, count: counted }
      const { message, data } = await sendCall(startBulkAct, { body }, { quiet: true, timeout: 60_000 })
      await renewAfter(queryClient, callsOf(resource).list)
      showActResult(resource, message, data, go)
      return true
    } catch (error) {
      const now = recountIn(error)
      if (now) {
        before = `${recountInWords(counted, now)} `
        counted = now
        continue
      }
      if (error instanceof ApiError) report(error)
      await renewAfter(queryClient, callsOf(resource).list)
      return now === 0
    }
  }
}

const inGender = ({ text }: AnyResource, words: string) =>
  text.gender === 'f' ? words.replaceAll(/(alterad|escolhid|reativad)os/g, '$1as') : words

export const recountInWords = (before: number, now: number) =>
  `A lista mudou enquanto você confirmava: eram ${showInteger(before)}, agora ${now === 1 ? 'é' : 'são'} ${showInteger(now)}.`

/** The number of rows that match now, where it is not the one confirmed. */
export function recountIn(error: unknown): number | null {
  const now = error instanceof ApiError && error.status === 409 ? error.body?.data.count : null
  return typeof now === 'number' ? now : null
}

/** A short act is announced with its way back; what goes on, or was refused in part, has a page. */
export function showActResult(resource: AnyResource, message: string, data: BulkActAnswer, go: WholeAct['go']) {
  if (isGoing(data) || data.refused) return go(`/${bulkActs.path}/${data.uuid}`)
  toast(message, data.may_undo ? { undo: () => void undoAct(resource, data.uuid, go).catch(() => undefined) } : {})
  announce(message)
}

async function undoAct(resource: AnyResource, id: string, go: WholeAct['go']) {
  const { message, data } = await sendCall(undoBulkAct, { id })
  await renewAfter(queryClient, callsOf(resource).list)
  if (isGoing(data) || data.refused) return go(`/${bulkActs.path}/${data.uuid}`)
  toast(message)
  announce(message)
}
