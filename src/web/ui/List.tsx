import type { AriaAttributes, ReactNode } from 'react'
import styles from '#web/ui/list.module.css'

interface Props extends AriaAttributes {
  readonly of?: 'ul' | 'ol'
  /** It has a box of its own; else it is part of another card. */
  readonly boxed?: boolean
  /** What does not fit beside the words goes below them. */
  readonly wrap?: boolean
  readonly tabIndex?: number
  /** It is the list of a section, in the place of a table. */
  readonly 'data-rows'?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Rows with a line between them. What a row says is a `div`, and takes what the rest of it leaves. */
export const List = ({ of: Tag = 'ul', boxed, wrap, className = '', ...rest }: Props) => (
  <Tag className={`${styles.list} ${className}`} data-boxed={boxed} data-wrap={wrap} {...rest} />
)
