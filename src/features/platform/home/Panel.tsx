import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/platform/home/home.module.css'

interface PanelProps<T> {
  readonly title: string
  readonly answer: UseQueryResult<{ readonly data: readonly T[] }>
  /** The text of an empty list. */
  readonly empty: string
  /** Where all of them are. */
  readonly more?: string
  readonly children: (rows: readonly T[]) => ReactNode
}

/** A short list with a title of its own. */
export function Panel<T>({ title, answer, empty, more, children }: PanelProps<T>) {
  const { data, error, isPending, refetch } = answer
  return (
    <Card className={styles.panel} title={title} beside={more && <Link to={more}>Ver tudo</Link>}>
      <Awaited waiting={isPending} lines={4} height={28}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && (data.data.length ? children(data.data) : <p className={styles.empty}>{empty}</p>)}
      </Awaited>
    </Card>
  )
}
