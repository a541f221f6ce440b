import { cloneElement, lazy, useState } from 'react'
import { chunk } from '#web/route/chunk.ts'
import type { LatePopoverProps } from '#web/ui/AskedPopover.tsx'
import { OptionalPart } from '#web/ui/OptionalPart.tsx'

const AskedPopover = lazy(() => chunk(() => import('#web/ui/AskedPopover.tsx')))

/** A box over the page that is put together when it is first opened, as `LateMenu` is. */
export function LatePopover(props: LatePopoverProps) {
  const { opened, target } = props
  const [asked, ask] = useState(opened)
  if (opened && !asked) ask(true)
  const button = cloneElement(target, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
  return asked ? (
    <OptionalPart fallback={button}>
      <AskedPopover {...props} />
    </OptionalPart>
  ) : (
    button
  )
}
