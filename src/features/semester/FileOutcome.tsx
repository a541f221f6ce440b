import { Button } from '@mantine/core'
import type { Outcome } from '#features/semester/useFile.web.ts'
import styles from '#features/semester/semester.module.css'

/** What came of a file: its name and what to look at twice, or why there is none. Stays until it is closed. */
export function FileOutcome({ outcome, onClose }: { readonly outcome: Outcome | null; readonly onClose: () => void }) {
  if (!outcome || (outcome.name && !outcome.said.length)) return null
  return (
    <section
      className={styles.outcome}
      role={outcome.name ? 'status' : 'alert'}
      data-failed={!outcome.name || undefined}
    >
      <header>
        <strong>{outcome.name ? `${outcome.name} foi baixado. Antes de enviar:` : 'O arquivo não foi gerado.'}</strong>
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Fechar
        </Button>
      </header>
      <ul>
        {outcome.said.map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  )
}
