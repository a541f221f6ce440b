import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { preloadMode } from '#web/route/prefetch.ts'

interface Props {
  readonly to: string
  readonly children: ReactNode
}

/**
 * Leads from a row to its record. The router's own link checks at every change of the address whether it leads where the reader
 * is: no row of a list does, and to reckon it for each takes longer than to draw them.
 */
export function RowLink({ to, children }: Props) {
  const router = useRouter()
  function go(event: MouseEvent) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  const ahead = () => {
    if (preloadMode()) router.preloadRoute({ to }).catch(() => undefined)
  }
  return (
    <a href={to} onClick={go} onMouseEnter={ahead} onFocus={ahead} onTouchStart={ahead}>
      {children}
    </a>
  )
}
