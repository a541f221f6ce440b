import { Button, Progress as Bar } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showInteger } from '#kernel/show.ts'
import { isGoing, type Import } from '#features/imports/imports.ts'
import styles from '#features/imports/imports.module.css'

/** Anatel's file on its way in: it has no rows to look at, only how far it is. */
export function AnatelLoad({ row }: { readonly row: Import }) {
  const queries = useQueryClient()
  const going = isGoing(row)
  useEffect(() => {
    if (!going) return undefined
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['imports', 'one', row.uuid] }), 1_000)
    return () => clearInterval(timer)
  }, [going, queries, row.uuid])
  const read = `${showInteger(row.rows_done ?? 0)} linhas lidas`
  return (
    <section className={styles.progress} aria-label="Andamento">
      <p role="status">{row.state === 'na-fila' ? 'Na fila' : going ? `Lendo o arquivo: ${read}` : read}</p>
      {going && <Bar value={100} striped animated aria-label="Lendo o arquivo" />}
      {row.error && (
        <p role="alert" className={styles.wrong}>
          {row.error}
        </p>
      )}
      {going && <p className="meta">O arquivo anterior vale até este estar inteiro. Pode sair desta página.</p>}
      <Button component={Link} to="/imports/anatel" variant="default">
        Ver as prestadoras
      </Button>
    </section>
  )
}
