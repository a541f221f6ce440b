import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { handovers, type Handover } from '#features/people/team/handovers.ts'
import { absences } from '#features/people/team/absences.ts'
import { previewGivingBack, undoHandover } from '#features/people/team/api.ts'
import { useTeamLoad } from '#features/people/team/useTeamLoad.web.ts'
import { workText } from '#features/people/team/kinds.ts'
import { can } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import { showInteger } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Hand-overs shown beside the load. */
const MOST_HANDOVERS = 8
const { list } = callsOf(handovers)

export function useTeam() {
  const queries = useQueryClient()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const team = useTeamLoad()
  const past = useAnswer(list, { query: { per_page: 25 } }, { enabled: can(user, list.id) })
  const refresh = () => queries.invalidateQueries()
  const tell = (words: string) => {
    toast(words)
    announce(words)
  }
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      // The top of the page shows the error.
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return {
    team,
    past: (past.data?.data ?? []).slice(0, MOST_HANDOVERS),
    busy,
    refresh,
    /** Ends an absence now. */
    end: (uuid: string, name: string) =>
      act(async () => {
        await sendCall(actOf(absences, 'encerrar'), { id: uuid, body: undefined })
        tell(`${name}: de volta.`)
      }),
    /** Says first what goes back and what stays. */
    undo: ({ uuid, giver, receiver }: Pick<Handover, 'uuid' | 'giver' | 'receiver'>) =>
      act(async () => {
        const { data } = await sendCall(previewGivingBack, { id: uuid })
        const back = data.filter(each => each.back > 0).map(each => count(each.back, workText(each.kind)))
        const stays = data.flatMap(({ left }) => left)
        const named = stays.slice(0, 5).map(({ name, why }) => `${name} (${why.replace(/\.$/, '').toLowerCase()})`)
        const more = stays.length > named.length ? [`mais ${showInteger(stays.length - named.length)}`] : []
        const sure = await confirm({
          title: `Desfazer a passagem a ${receiver.name}?`,
          text: [
            back.length ? `Volta${giver ? ` a ${giver.name}` : ''}: ${join(back)}.` : 'Nada volta.',
            ...(stays.length ? [`Fica como está: ${join([...named, ...more])}.`] : []),
          ].join(' '),
          act: 'Desfazer a passagem',
        })
        if (!sure) return
        const { message } = await sendCall(undoHandover, { id: uuid })
        tell(message)
      }),
  }
}
