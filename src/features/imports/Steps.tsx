import styles from '#features/imports/section/imports.module.css'

const names = ['Arquivo', 'Colunas', 'Conferência', 'Gravação', 'Resultado'] as const

interface Props {
  /** Where the reader stands, the first being 0. */
  readonly at: number
  /** Steps one may go back to. */
  readonly open?: readonly number[]
  readonly onGo?: (step: number) => void
}

/** The way of a file, and how far along it is. */
export const Steps = ({ at, open = [], onGo }: Props) => (
  <ol className={styles.steps} aria-label="Passos da importação">
    {names.map((name, i) => (
      <li key={name} data-done={i < at || undefined} aria-current={i === at ? 'step' : undefined}>
        {onGo && i !== at && open.includes(i) ? (
          <button type="button" onClick={() => onGo(i)}>
            {name}
          </button>
        ) : (
          <span>{name}</span>
        )}
      </li>
    ))}
  </ol>
)
