import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { setTitle } from '#web/config.ts'
import { backTo } from '#web/route/back.ts'
import { FieldGuides } from '#web/ui/fieldGuide.ts'
import { announce } from '#web/ui/live.tsx'
import { MessageSummary } from '#web/ui/MessageSummary.tsx'
import styles from '#web/ui/page.module.css'

export interface Crumb {
  readonly label: string
  readonly to?: string
}
interface Props {
  readonly title: string
  /** Between 'Início' and the title; null where the trail begins. */
  readonly crumbs?: readonly Crumb[] | null
  /** Beside the title: a StatusChip. */
  readonly chip?: ReactNode
  /** The line under the title: the facts that distinguish this record from others. */
  readonly facts?: ReactNode
  /** Buttons at the right; one primary at most. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const noCrumbs: readonly Crumb[] = []

/** The header every screen has: breadcrumb from Início, title, acts; and what the server last refused. */
export function Page({ title, crumbs = noCrumbs, chip, facts, actions, children }: Props) {
  useEffect(() => {
    setTitle(title)
    announce(title)
  }, [title])
  const [guides] = useState<ComponentProps<typeof FieldGuides>['value']>(() => new Set())
  return (
    <FieldGuides value={guides}>
      <header className={styles.header}>
        <div className={styles.words}>
          {crumbs && (
            <nav aria-label="Trilha" className={styles.crumbs}>
              <Link to="/">Início</Link>
              {crumbs.map(({ label, to }) => (
                <Fragment key={label}>
                  <i aria-hidden>/</i>
                  {to ? <Link {...backTo(to)}>{label}</Link> : <span>{label}</span>}
                </Fragment>
              ))}
              <i aria-hidden>/</i>
              <span aria-current="page">{title}</span>
            </nav>
          )}
          <div className={styles.title}>
            <h1>{title}</h1>
            {chip}
          </div>
        </div>
        {facts && <div className={styles.facts}>{facts}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <MessageSummary />
      {children}
    </FieldGuides>
  )
}
