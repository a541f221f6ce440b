import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import { cloneElement, useState, type ComponentProps, type ReactElement } from 'react'

interface Props extends PopoverProps {
  /** The button it hangs on. */
  readonly target: ReactElement<ComponentProps<'button'>>
  readonly opened: boolean
  readonly dropdown: PopoverDropdownProps
}

/** A box over the page that is put together when it is first opened, as `LateMenu` is. */
export function LatePopover({ target, dropdown, children, ...popover }: Props) {
  const { opened } = popover
  const [asked, ask] = useState(opened)
  if (opened && !asked) ask(true)
  if (!asked) return cloneElement(target, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
  return (
    <Popover {...popover}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  )
}
