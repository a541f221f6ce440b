import type { ReactNode } from 'react'
import styles from '#parts/sending/sending.module.css'

/** It groups facts on a file that goes to Anatel, and the button that stores it. */
export const AnswerBlock = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.answer}>{children}</section>
)
