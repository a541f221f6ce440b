import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core'
import { cloneElement, useEffect, useRef, useState, type ComponentProps, type ReactElement } from 'react'

interface Props extends Omit<MenuProps, 'opened' | 'onChange'> {
  /** The button it hangs on. */
  readonly target: ReactElement<ComponentProps<'button'>>
  readonly dropdown?: MenuDropdownProps
}

/** A menu that is put together once somebody opens it: a list would wait for the menus of all its rows, and shows their buttons. */
export function LateMenu(props: Props) {
  const [asked, ask] = useState(false)
  if (asked) return <AskedMenu {...props} />
  return cloneElement(props.target, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => ask(true) })
}

function AskedMenu({ target, dropdown, children, ...menu }: Props) {
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
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  )
}
