import { lapsedInWords } from '#parts/tenure/tenure.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** Marks the row of a client whose contract is over; `day` was its last, null while it goes on. What is owed stays owed. */
export const Lapsed = ({ day }: { readonly day: string | null }) =>
  day !== null && (
    <StatusChip tone="atencao" title={lapsedInWords(day)}>
      Contrato vencido
    </StatusChip>
  )
