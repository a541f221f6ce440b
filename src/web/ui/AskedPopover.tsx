import { Popover } from '@mantine/core'
import type { LatePopoverProps } from '#web/ui/LatePopover.tsx'

/** The box behind a button that was pressed for the first time. */
export default function AskedPopover({ target, dropdown, children, ...popover }: LatePopoverProps) {
  return (
    <Popover {...popover}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  )
}
