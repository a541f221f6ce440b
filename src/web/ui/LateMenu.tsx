import { cloneElement, lazy, useState } from 'react'
import { chunk } from '#web/route/chunk.ts'
import type { LateMenuProps } from '#web/ui/AskedMenu.tsx'
import { OptionalPart } from '#web/ui/OptionalPart.tsx'

const AskedMenu = lazy(() => chunk(() => import('#web/ui/AskedMenu.tsx')))

/** A menu that is put together once somebody opens it: a list would wait for the menus of all its rows, and shows their buttons. */
export function LateMenu(props: LateMenuProps) {
  const [asked, ask] = useState(false)
  const button = cloneElement(props.target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => ask(true),
  })
  return asked ? (
    <OptionalPart fallback={button}>
      <AskedMenu {...props} />
    </OptionalPart>
  ) : (
    button
  )
}
