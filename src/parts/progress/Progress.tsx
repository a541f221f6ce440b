import { showInteger } from '#kernel/show.ts'
import { isGoing, type Running } from '#parts/progress/progress.ts'
import styles from '#parts/progress/progress.module.css'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'

const looks: Readonly<Record<string, readonly [Tone, string]>> = {
  'na-fila': ['neutro', 'Na fila'],
  processando: ['info', 'Processando'],
  concluido: ['ok', 'Concluído'],
  falhou: ['erro', 'Falhou'],
  cancelado: ['neutro', 'Cancelado'],
}

/** The state of a job; while it goes on, how far it is. */
export function Progress({ of, wide = false }: { readonly of: Running; readonly wide?: boolean }) {
  const { state, rows_done, rows_total } = of
  const [tone, word] = looks[state] ?? ['neutro', state]
  const going = isGoing(of)
  const part = rows_total ? Math.min(1, (rows_done ?? 0) / rows_total) : null
  const said = rows_total ? `${showInteger(rows_done ?? 0)} de ${showInteger(rows_total)}` : 'Preparando…'
  return (
    <div className={styles.progress} data-wide={wide || undefined}>
      <StatusChip tone={tone}>{word}</StatusChip>
      {going && (
        <>
          <span
            className={styles.bar}
            role="progressbar"
            aria-label="Andamento"
            aria-valuemin={0}
            aria-valuemax={100}
            {...(part !== null && { 'aria-valuenow': Math.round(part * 100) })}
            aria-valuetext={said}
          >
            <span style={{ width: `${(part ?? 0) * 100}%` }} data-unknown={part === null || undefined} />
          </span>
          <span className={`figure ${styles.said}`}>{said}</span>
        </>
      )}
    </div>
  )
}
