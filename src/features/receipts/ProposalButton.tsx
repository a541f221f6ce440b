import { UnstyledButton } from '@mantine/core'
import type { ProposedTarget } from '#features/receipts/useReceipts.web.ts'
import styles from '#features/receipts/receipts.module.css'

interface Props {
  /** The file, for whoever does not see beside what this stands. */
  readonly file: string
  readonly of: ProposedTarget
  readonly busy: boolean
  readonly onPick: () => void
}

/** What a receipt may be, in as many lines as it needs; a click settles it there. */
export const ProposalButton = ({ file, of: { label, note }, busy, onPick }: Props) => (
  <UnstyledButton
    className={styles.proposal}
    disabled={busy}
    aria-label={`${file}: guardar em ${label}`}
    onClick={onPick}
  >
    {label}
    {note && <small>{note}</small>}
  </UnstyledButton>
)
