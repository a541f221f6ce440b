import { Progress as Bar } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { can } from '#kernel/access.ts'
import { showInteger } from '#kernel/show.ts'
import type { Import } from '#features/platform/imports/section/imports.ts'
import type { Importing } from '#features/platform/imports/review/useImport.web.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import styles from '#features/platform/imports/section/imports.module.css'

const doing = {
  ler: 'Lendo o arquivo',
  conferir: 'Conferindo as linhas',
  gravar: 'Gravando',
  desfazer: 'Desfazendo',
} as const

interface Props {
  readonly row: Import
  readonly importing: Importing
}

/** How far it is. Leaving the page does not stop it. */
export function ImportProgress({ row, importing }: Props) {
  const user = useUser()
  const [done, total] = [row.rows_done ?? 0, row.rows_total ?? 0]
  const act = importing.step ? doing[importing.step] : 'Em andamento'
  const said = row.state === 'na-fila' ? 'Na fila' : `${act}: ${showInteger(done)} de ${showInteger(total)}`
  return (
    <section className={styles.progress} aria-labelledby="progress">
      <p id="progress" role="status">
        {said}
      </p>
      <Bar value={total ? (100 * done) / total : 0} aria-label={act} striped animated />
      <p className="meta">Pode sair desta página: o trabalho continua, e fica aqui para quando você voltar.</p>
      {can(user, 'imports.cancelar') && (
        <BusyButton
          variant="default"
          busy={importing.doing === 'cancelar'}
          doing="Cancelando…"
          onClick={() => void importing.cancel()}
        >
          Cancelar
        </BusyButton>
      )}
    </section>
  )
}
