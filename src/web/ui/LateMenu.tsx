import type { Menu, MenuDropdownProps, MenuProps } from '@mantine/core'
import { cloneElement, lazy, Suspense, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { chunk } from '#web/route/chunk.ts'

export interface LateMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'children'> {
  /** The button it hangs on. */
  readonly target: ReactElement<ComponentProps<'button'>>
  readonly dropdown?: MenuDropdownProps
  /** What it offers, made of the parts of the library's menu, which comes after the first screen. */
  readonly children: (menu: typeof Menu) => ReactNode
}

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
    <Suspense fallback={button}>
      <AskedMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
