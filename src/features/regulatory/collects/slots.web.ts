import type { ComponentType } from 'react'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'

/** Features above this one show these on a coleta's page. */
interface ColetaSlots {
  /** Above its form, for every reader. */
  above: ComponentType<{ readonly collect: Pick<Collect, 'id' | 'status'> }> | null
  /** In which the office asks the client about it. */
  asking: ComponentType<{ readonly uuid: string; readonly onClose: () => void }> | null
}

/** Each room fills its own place when the program starts; an empty one shows nothing. */
export const coletaSlots: ColetaSlots = { above: null, asking: null }
