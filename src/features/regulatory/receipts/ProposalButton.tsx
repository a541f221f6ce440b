import { UnstyledButton } from '@mantine/core'
import type { ProposedTarget } from '#features/regulatory/receipts/api.ts'
import styles from '#features/regulatory/receipts/receipts.module.css'

interface Props {
  /** File name for screen readers. */
  readonly file: string
  readonly of: ProposedTarget
  readonly busy: boolean
  readonly onPick: () => void
}

const refusalActs: Readonly<Record<string, string | undefined>> = {
  recusa: 'Registrar o erro',
  'recusa-obrigacao': 'Registrar a recusa',
}

/** What a receipt may be, in as many lines as it needs; a click settles it there. */
export const ProposalButton = ({ file, of: { kind, label, note }, busy, onPick }: Props) => (
  <UnstyledButton
    className={styles.proposal}
    data-refusal={kind in refusalActs || undefined}
    disabled={busy}
    aria-label={`${file}: ${refusalActs[kind]?.toLowerCase() ?? 'guardar'} em ${label}`}
    onClick={onPick}
  >
    {refusalActs[kind] && <strong>{refusalActs[kind]}</strong>}
    <span>{label}</span>
    {note && <small>{note}</small>}
  </UnstyledButton>
)
