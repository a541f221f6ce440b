import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AwayDialog } from '#features/team/AwayDialog.tsx'
import { listOf, workText } from '#features/team/kinds.ts'
import type { PersonLoad, WorkLoad } from '#features/team/load.ts'
import { PassDialog, tellPassed } from '#features/team/PassDialog.tsx'
import { PastHandovers } from '#features/team/PastHandovers.tsx'
import { TeamTable } from '#features/team/TeamTable.tsx'
import { useTeam } from '#features/team/useTeam.web.ts'
import { can } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/team/team.module.css'

/** Who has how much and who is away, whoever is pressed most first; from here work is handed over, and stand-ins are named. */
export default function TeamScreen() {
  const user = useUser()
  const { team, past, busy, refresh, end, undo } = useTeam()
  /** Whose work is being handed over: somebody's, or nobody's. */
  const [passing, pass] = useState<PersonLoad | 'nobody' | null>(null)
  const [leaving, leave] = useState<PersonLoad | null>(null)
  const { data, error, isPending, refetch } = team
  const undoes = can(user, 'handovers.desfazer')
  return (
    <Page title="Equipe" facts={data && <Facts people={data.people} />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={8} table />
      ) : data?.people.length ? (
        <div className={styles.screen}>
          <Nobody loads={data.nobody} onGive={() => pass('nobody')} />
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
          giver={passing === 'nobody' ? null : passing}
          loads={passing === 'nobody' ? data.nobody : passing.loads}
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

/** Work no one answers for: a click from being seen, and another from being given. */
function Nobody({ loads, onGive }: { readonly loads: readonly WorkLoad[]; readonly onGive: () => void }) {
  const user = useUser()
  const there = loads.filter(({ open }) => open > 0)
  if (!there.length) return null
  return (
    <Band tone="atencao" className={styles.nobody}>
      <span>
        Sem responsável: <strong>{join(there.map(({ kind, open }) => count(open, workText(kind))))}</strong>.
      </span>
      <span className={styles.give}>
        {there
          .filter(({ kind }) => can(user, `${kind}.index`))
          .map(({ kind }) => (
            <Link key={kind} to={listOf(kind, null)}>{`Ver ${workText(kind).many}`}</Link>
          ))}
        {can(user, 'handovers.store') && (
          <Button variant="default" size="compact-sm" onClick={onGive}>
            Dar a alguém
          </Button>
        )}
      </span>
    </Band>
  )
}
