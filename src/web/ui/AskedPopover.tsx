import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import type { ComponentProps, ReactElement } from 'react'

export interface LatePopoverProps extends PopoverProps {
  /** The button it hangs on. */
  readonly target: ReactElement<ComponentProps<'button'>>
  readonly opened: boolean
  readonly dropdown: PopoverDropdownProps
}

/** The box behind a button that was pressed for the first time. */
export default function AskedPopover({ target, dropdown, children, ...popover }: LatePopoverProps) {
  return (
    <Popover {...popover}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  )
}
