import type { TooltipProps } from '@mantine/core'
import { lazy } from 'react'
import { chunk } from '#web/route/chunk.ts'
import { firstShown } from '#web/route/state.ts'
import { useStore } from '#web/store.ts'
import { OptionalPart } from '#web/ui/OptionalPart.tsx'

const Tip = lazy(() => chunk(() => import('#web/ui/Tip.tsx')))

/** The word over a button that shows its icon alone: nobody points at one before the first screen is there. */
export function LateTip({ children, ...tip }: TooltipProps) {
  if (!useStore(firstShown)) return children
  return (
    <OptionalPart fallback={children}>
      <Tip {...tip}>{children}</Tip>
    </OptionalPart>
  )
}
