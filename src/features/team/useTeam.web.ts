import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Handover } from '#features/team/handovers.ts'
import type { ReturnLook } from '#features/team/handing.ts'
import { useTeamLoad } from '#features/team/useTeamLoad.web.ts'
import { workText } from '#features/team/kinds.ts'
import { can } from '#kernel/access.ts'
import { showInteger } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Hand-overs told beside the load. */
const shown = 8

export function useTeam() {
  const queries = useQueryClient()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const team = useTeamLoad()
  const past = useQuery({
    queryKey: ['handovers', 'list', shown],
    enabled: can(user, 'handovers.index'),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: readonly Handover[] }>('/handovers', { query: { per_page: 25 }, signal, quiet: true }))
        .data,
  })
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
      // Told on top of the page.
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return {
    team,
    past: (past.data ?? []).slice(0, shown),
    busy,
    refresh,
    /** Whoever is away is back, from now on. */
    end: (uuid: string, name: string) =>
      act(async () => {
        await api.put(`/absences/${uuid}/encerrar`)
        tell(`${name}: de volta.`)
      }),
    /** Says first what goes back and what stays. */
    undo: ({ uuid, giver, receiver }: Pick<Handover, 'uuid' | 'giver' | 'receiver'>) =>
      act(async () => {
        const { data } = await api.get<{ data: ReturnLook }>(`/handovers/${uuid}/volta`)
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
        const { message } = await api.put<{ message: string }>(`/handovers/${uuid}/desfazer`)
        tell(message)
      }),
  }
}
