import { Button, Progress as Bar } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { Link } from '@tanstack/react-router'
import { showInteger } from '#kernel/show.ts'
import type { Import } from '#features/platform/imports/section/imports.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/platform/imports/section/imports.module.css'

const anatel = {
  doing: 'Lendo o arquivo',
  done: 'linhas lidas',
  note: 'O arquivo anterior vale até este estar inteiro. Pode sair desta página.',
  to: '/imports/anatel',
  next: 'Ver as prestadoras',
} as const
const month = {
  doing: 'Abrindo o mês',
  done: 'coletas abertas',
  note: 'Pode sair desta página: o trabalho continua.',
  to: '/collects/quadro',
  next: 'Ver o quadro do mês',
} as const

/** What comes in without rows to look at, Anatel's file or a month's coletas: only how far it is. */
export function Loading({ row }: { readonly row: Import }) {
  const going = isGoing(row)
  useFollowed('imports', going)
  const { doing, done, note, to, next } = row.resource === 'anatel' ? anatel : month
  const said = `${showInteger(row.rows_done ?? 0)} ${done}`
  return (
    <section className={styles.progress} aria-label="Andamento">
      <p role="status">{row.state === 'na-fila' ? 'Na fila' : going ? `${doing}: ${said}` : said}</p>
      {going && (
        <Bar
          value={row.rows_total ? (100 * (row.rows_done ?? 0)) / row.rows_total : 100}
          striped
          animated
          aria-label={doing}
        />
      )}
      {row.error && (
        <Band tone="erro" role="alert">
          {row.error}
        </Band>
      )}
      {going && <p className="meta">{note}</p>}
      <Button component={Link} to={to} variant="default">
        {next}
      </Button>
    </section>
  )
}
