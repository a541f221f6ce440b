import type { ComponentProps } from 'react'
import type { Tone } from '#kernel/field.ts'
import styles from '#web/ui/band.module.css'

/** Shows a notice on the ground of its tone. Where there is something beside the words, these are a `div`. */
export const Band = ({ tone, className = '', ...rest }: ComponentProps<'div'> & { readonly tone: Tone }) => (
  <div className={`${styles.band} ${className}`} data-tone={tone} {...rest} />
)
