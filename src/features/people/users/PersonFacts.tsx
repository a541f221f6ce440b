import { showDate } from '#kernel/show.ts'
import { initialsOf } from '#kernel/text.ts'
import { useMine } from '#parts/person/useMine.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { DetailRow } from '#web/screens/read-row.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/people/users/person.module.css'

/** Shows what distinguishes somebody at a glance: their profile, their company, and who does their work while they are away. */
export function PersonFacts({ row }: { readonly row: DetailRow }) {
  const gone = useMine().away.find(({ person }) => person === row.id)
  const company = nameOfRef(row.empresa)
  return (
    <>
      <span className={styles.initials} aria-hidden>
        {initialsOf(String(row.name))}
      </span>
      <span>{nameOfRef(row.profile)}</span>
      <span>{company || (row.outside ? 'De fora da equipe' : 'Todas as empresas')}</span>
      <span>{String(row.email)}</span>
      {gone && (
        <StatusChip tone="info">{`Fora até ${showDate(gone.until)}: ${gone.stand_in.name} no lugar`}</StatusChip>
      )}
    </>
  )
}
