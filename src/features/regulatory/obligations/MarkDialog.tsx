import { DoneDialog, type DoneWords } from '#features/regulatory/obligations/DoneDialog.tsx'
import type { ListedItem } from '#features/regulatory/obligations/listed.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { Doing } from '#features/regulatory/obligations/useObligations.web.ts'

interface Props {
  readonly items: readonly ListedItem[]
  /** 'FUST, out/2026'. */
  readonly title: string
  readonly today: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onClose: () => void
  readonly onMark: (how: Doing) => void
}
const words: DoneWords = {
  title: 'Marcar como feito',
  act: 'Marcar como feito',
  doing: 'Marcando…',
  note: obligations.fields.note.label,
}

/** When an obligation was done, of one client or of several. */
export const MarkDialog = ({ items, onMark, ...told }: Props) => (
  <DoneDialog
    {...told}
    words={words}
    whose={items.length === 1 ? (items[0]?.client.name ?? '') : `${items.length} clientes`}
    onDone={onMark}
  />
)
