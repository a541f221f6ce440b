import { Tooltip, type TooltipProps } from '@mantine/core'

/** A module of its own, so that it may come later than its target. */
export default function Tip(props: TooltipProps) {
  return <Tooltip {...props} />
}
