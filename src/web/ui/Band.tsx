import type { ComponentProps } from 'react'
import type { Tone } from '#kernel/field.ts'
import styles from '#web/ui/band.module.css'

/** What is to be known, on the ground of its tone. Where something stands beside the words, these are a `div`. */
export const Band = ({ tone, className = '', ...rest }: ComponentProps<'div'> & { readonly tone: Tone }) => (
  <div className={`${styles.band} ${className}`} data-tone={tone} {...rest} />
)
