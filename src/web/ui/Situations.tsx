import styles from '#web/ui/situations.module.css'

interface Props {
  readonly all: readonly { readonly key: string; readonly label: string; readonly count: number }[]
  /** The one whose rows are shown. */
  readonly only: string
  readonly onPick: (key: string) => void
}

/** How many rows are in each situation; a click shows only those. */
export const Situations = ({ all, only, onPick }: Props) => (
  <ul className={styles.situations} aria-label="Situações">
    {all.map(({ key, label, count }) => (
      <li key={key}>
        <button type="button" aria-pressed={only === key} onClick={() => onPick(key)}>
          <span className="figure">{count}</span> {label}
        </button>
      </li>
    ))}
  </ul>
)
