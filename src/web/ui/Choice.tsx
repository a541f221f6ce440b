import { Select, type SelectProps } from '@mantine/core'

/** By itself, so that it may come later than the frame it stands in. */
export default function Choice(props: SelectProps) {
  return <Select {...props} />
}
