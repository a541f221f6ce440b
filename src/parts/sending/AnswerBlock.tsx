import type { ReactNode } from 'react'
import styles from '#parts/sending/sending.module.css'

/** What somebody tells of a file that goes to Anatel, and the button that keeps it. */
export const AnswerBlock = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.answer}>{children}</section>
)
