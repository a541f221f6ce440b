import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listOf, workText } from '#features/people/team/kinds.ts'
import { PassDialog, tellPassed, type PassedRow } from '#features/people/team/PassDialog.tsx'
import type { TeamWork } from '#features/people/team/api.ts'
import { can } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/people/team/team.module.css'

interface Props {
  readonly team: Pick<TeamWork, 'people' | 'nobody'>
  /** Takes a hand-over back, for those who may. */
  readonly onUndo?: ((row: PassedRow) => void) | undefined
}

/** Work no one answers for: a click from being seen, and another from being given. */
export function NobodyBand({ team: { people, nobody }, onUndo }: Props) {
  const user = useUser()
  const queries = useQueryClient()
  const [giving, give] = useState(false)
  const there = nobody.filter(({ open }) => open > 0)
  if (!there.length) return null
  return (
    <>
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
            <Button variant="default" size="compact-sm" onClick={() => give(true)}>
              Dar a alguém
            </Button>
          )}
        </span>
      </Band>
      {giving && (
        <PassDialog
          giver={null}
          loads={nobody}
          people={people}
          onClose={() => give(false)}
          onPassed={row => {
            give(false)
            tellPassed(row, onUndo && (() => onUndo(row)))
            void queries.invalidateQueries()
          }}
        />
      )}
    </>
  )
}
