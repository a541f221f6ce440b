import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core'
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'

export interface LateMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'children'> {
  /** The button it hangs on. */
  readonly target: ReactElement<ComponentProps<'button'>>
  readonly dropdown?: MenuDropdownProps
  /** What it offers, made of the parts of the library's menu, which comes after the first screen. */
  readonly children: (menu: typeof Menu) => ReactNode
}

/** The menu behind a button that was pressed for the first time. */
export default function AskedMenu({ target, dropdown, children, ...menu }: LateMenuProps) {
  const [opened, open] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // It is another one than was pressed: the menu gives the focus back to it.
    button.current?.focus({ preventScroll: true })
    const soon = setTimeout(() => open(true))
    return () => clearTimeout(soon)
  }, [])
  return (
    <Menu {...menu} opened={opened} onChange={open}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
