import { Select, type SelectProps } from '@mantine/core'

/** A module of its own, so that it may come later than the frame around it. */
export default function Choice(props: SelectProps) {
  return <Select {...props} />
}
