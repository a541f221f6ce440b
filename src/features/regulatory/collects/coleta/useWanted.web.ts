import { useEffect, useRef, useState } from 'react'
import { names, tabOf } from '#features/regulatory/collects/coleta/tabs.ts'
import { textParameter, useAddress } from '#web/route/search.ts'

/** A field somebody was sent to; another object each time. */
export interface WantedField {
  readonly field: string
}

/** The field the address asks for ('?campo=') or a list sent to: it takes the focus once its tab is shown. */
export function useWanted(tab: string) {
  const [{ campo }] = useAddress({ campo: textParameter })
  const [wanted, want] = useState((): WantedField | null => (campo ? { field: campo } : null))
  const went = useRef<WantedField | null>(null)
  useEffect(() => {
    // The accesses grid focuses its own cells: of thousands it draws only visible ones.
    if (!wanted || went.current === wanted || tab === names.locations || tabOf(wanted.field) !== tab) return
    went.current = wanted
    setTimeout(() => inputOf(wanted.field)?.focus(), 50)
  }, [wanted, tab])
  return [wanted, want] as const
}

/** The input of a field; of a whole tab, its first. */
const inputOf = (field: string) =>
  document.getElementById(field) ??
  document.querySelector<HTMLElement>('[role="tabpanel"] :is(input, select, textarea):not([type="hidden"])')
