import { createElement, lazy, type ComponentType, type ReactNode } from 'react'
import { chunk } from '#web/route/chunk.ts'
import { OptionalPart } from '#web/ui/OptionalPart.tsx'

/**
 * A part of a screen whose code is loaded when it is first drawn; `waiting` is drawn meanwhile. It waits by itself, and where its code
 * does not come nothing is drawn: the screen around it stays, and a line over the page offers to load it again.
 */
export function latePart<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const Part: ComponentType<P> = lazy(() => chunk(load))
  return function LatePart(props: P) {
    return (
      <OptionalPart fallback={waiting} lost={null}>
        {createElement(Part, props)}
      </OptionalPart>
    )
  }
}
