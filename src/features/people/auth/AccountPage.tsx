import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '#features/people/auth/account.module.css'
import { siteConfig } from '#web/config.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { Notices } from '#web/ui/Notices.tsx'

/** The frame of the pages before signing in: the product's name and one form. */
export const AccountPage = ({ title, children }: { title?: string; children: ReactNode }) => (
  <>
    <Notices />
    <main className={styles.page}>
      <div className={styles.box}>
        <div className={styles.brand}>
          <Mark />
          {title ? siteConfig().name : <h1>{siteConfig().name}</h1>}
        </div>
        {title && <h1>{title}</h1>}
        {children}
      </div>
    </main>
  </>
)

/** What went wrong, beside the button that tried. */
export const Wrong = ({ children }: { children: string | null }) => (
  <div className={styles.wrong} role="alert">
    {children && (
      <>
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        {children}
      </>
    )}
  </div>
)

/** A `ref` for the first field of a page that is nothing but its form. */
export const takeFocus = (field: HTMLInputElement | null) => field?.focus()
