import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from '#web/ui/card.module.css'

interface Props extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title?: ReactNode
  /** At the right of the title: where all of it is, or what is done with it. */
  readonly beside?: ReactNode
}

/** A box of what belongs together, under its title. */
export function Card({ title, beside, className = '', children, ...rest }: Props) {
  const id = useId()
  return (
    <section className={`${styles.card} ${className}`} aria-labelledby={title ? id : undefined} {...rest}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {beside}
        </header>
      )}
      {children}
    </section>
  )
}
