import { Button, Loader, type ButtonProps } from '@mantine/core'
import type { ButtonHTMLAttributes } from 'react'
import { useDelayed } from '#web/ui/delay.ts'

interface Props extends ButtonProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> {
  readonly busy: boolean
  /** The label meanwhile: 'Salvando…'. */
  readonly doing: string
  readonly children: string
}

/** A button that shows what it is doing once that takes noticeably long, and does not do it twice. */
export function BusyButton({ busy, doing, children, onClick, ...props }: Props) {
  const shown = useDelayed(busy)
  return (
    <Button
      {...props}
      aria-disabled={busy}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
      leftSection={shown ? <Loader size={14} color="currentColor" /> : props.leftSection}
    >
      {shown ? doing : children}
    </Button>
  )
}
