import { Tooltip, type TooltipProps } from '@mantine/core'

/** By itself, so that it may come later than what it stands over. */
export default function Tip(props: TooltipProps) {
  return <Tooltip {...props} />
}
