import { useState } from 'react'
import { AwayDialog } from '#features/people/team/AwayDialog.tsx'
import type { PersonLoad } from '#features/people/team/schema.ts'
import { NobodyBand } from '#features/people/team/NobodyBand.tsx'
import { PassDialog, tellPassed } from '#features/people/team/PassDialog.tsx'
import { PastHandovers } from '#features/people/team/PastHandovers.tsx'
import { TeamTable } from '#features/people/team/TeamTable.tsx'
import { useTeam } from '#features/people/team/useTeam.web.ts'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/people/team/team.module.css'

/** Shows workload and absences by person, the busiest first; users hand over work and name substitutes here. */
export default function TeamScreen() {
  const user = useUser()
  const { team, past, busy, refresh, end, undo } = useTeam()
  /** Whose work is being handed over. */
  const [passing, pass] = useState<PersonLoad | null>(null)
  const [leaving, leave] = useState<PersonLoad | null>(null)
  const { data: answer, error, isPending, refetch } = team
  const data = answer?.data
  const undoes = can(user, 'handovers.desfazer')
  return (
    <Page title="Equipe" facts={data && <Facts people={data.people} />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={8} table />
      ) : data?.people.length ? (
        <div className={styles.screen}>
          <NobodyBand team={data} onUndo={undoes ? row => void undo(row) : undefined} />
          <TeamTable
            people={data.people}
            today={data.today}
            busy={busy}
            onPass={pass}
            onAway={leave}
            onEnd={(uuid, name) => void end(uuid, name)}
          />
          <PastHandovers rows={past} busy={busy} {...(undoes && { onUndo: row => void undo(row) })} />
        </div>
      ) : (
        <EmptyState title="Ninguém na equipe ainda" text="Cadastre em Usuários quem trabalha na casa." />
      )}
      {passing && data && (
        <PassDialog
          giver={passing}
          loads={passing.loads}
          people={data.people}
          onClose={() => pass(null)}
          onPassed={row => {
            pass(null)
            tellPassed(row, undoes ? () => void undo(row) : undefined)
            void refresh()
          }}
        />
      )}
      {leaving && data && (
        <AwayDialog
          person={leaving}
          today={data.today}
          onClose={() => leave(null)}
          onSaved={() => {
            leave(null)
            void refresh()
          }}
        />
      )}
    </Page>
  )
}

function Facts({ people }: { readonly people: readonly PersonLoad[] }) {
  const late = people.filter(({ loads }) => loads.some(load => load.late > 0)).length
  const active = people.filter(each => each.active).length
  return (
    <>
      <span>{count(active, { one: 'pessoa', many: 'pessoas', gender: 'f' })}</span>
      <span>{late ? `${late} com trabalho em atraso` : 'Ninguém com trabalho em atraso'}</span>
    </>
  )
}
