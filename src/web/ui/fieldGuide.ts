import { createContext, useContext, useEffect, useRef, type RefObject } from 'react'

/** What a part of the page knows of its fields, for the refusals on top of the page. */
export interface FieldGuide {
  /** 'finances.0.icms_percent' → 'Financeiro por estado, linha 1, ICMS (%)'. */
  readonly labelOf?: (field: string) => string
  /** Shows the area that contains the field. */
  readonly open?: (field: string) => void
}
type Guides = Set<RefObject<FieldGuide>>

export const FieldGuides = createContext<Guides>(new Set())

/** Lends the page what this part of it knows of its fields, as long as the part is drawn. */
export function useFieldGuide(guide: FieldGuide) {
  const guides = useContext(FieldGuides)
  const latest = useRef(guide)
  useEffect(() => {
    latest.current = guide
  })
  useEffect(() => {
    guides.add(latest)
    return () => void guides.delete(latest)
  }, [guides])
}

/** Milliseconds in which an area that was opened draws its fields. */
const drawingTime = 1_500

/** Takes the reader to a field: its area is opened first. */
export function goToField(guides: Guides, field: string) {
  for (const { current } of guides) current.open?.(field)
  focusOnce(field, performance.now() + drawingTime)
}

function focusOnce(field: string, until: number) {
  const input = inputOf(field)
  if (input?.checkVisibility()) input.focus()
  else if (performance.now() < until) requestAnimationFrame(() => focusOnce(field, until))
}

/** An input by its name, or the first of a group. */
function inputOf(field: string) {
  const found = document.getElementById(field)
  return found?.matches('input, textarea, button, [contenteditable]')
    ? found
    : found?.querySelector<HTMLElement>('input, button')
}
