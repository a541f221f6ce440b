import type { ReactNode } from 'react'
import { Loader, LoadingOverlay, Skeleton } from '@mantine/core'
import { overlayLayer } from '#web/constants.ts'
import { createStore, useStore } from '#web/store.ts'
import { useDelayed } from '#web/ui/delay.ts'
import styles from '#web/ui/states.module.css'

/** While a page's own code is on its way. */
export const PageLoading = () => (
  <output className={styles.middle} aria-label="Carregando a página">
    <Loader size={28} />
  </output>
)

const covered = createStore(false)
/** Covers everything while nothing may be touched: leaving, changing the company. */
export const coverPage = (cover: boolean) => covered.set(cover)

export const PageCover = () => (
  <LoadingOverlay
    visible={useStore(covered)}
    zIndex={overlayLayer}
    overlayProps={{ fixed: true, blur: 0 }}
    loaderProps={{ size: 28 }}
    pos="fixed"
  />
)

interface LoadingShape {
  readonly lines?: number
  /** Of a line and the room around it, in pixels; in a table, a row's own. */
  readonly height?: number
  /** Rows under a header, framed as lists are. */
  readonly table?: boolean
}

/** Lines in the place of what is coming: they reserve the room at once, and show when it takes long. */
export function Skeletons({ waiting, ...shape }: LoadingShape & { readonly waiting: boolean }) {
  const slow = useDelayed(waiting)
  return waiting && <Lines {...shape} seen={slow} />
}

/** The same, and what was waited for in its place: alone, once the lines have stood their time. */
export function Awaited({
  waiting,
  children,
  ...shape
}: LoadingShape & { readonly waiting: boolean; readonly children: ReactNode }) {
  const slow = useDelayed(waiting)
  return waiting || slow ? <Lines {...shape} seen={slow} /> : children
}

const Lines = ({ lines = 6, height = 20, table = false, seen }: LoadingShape & { readonly seen: boolean }) => (
  <div
    className={table ? styles.rows : styles.skeletons}
    style={seen ? undefined : { visibility: 'hidden' }}
    data-waiting
    aria-hidden
  >
    {Array.from({ length: lines }, (_, n) => (
      <div key={n} style={table ? undefined : { height }}>
        <Skeleton height={Math.min(height - 8, 16)} width={`${96 - ((n * 17) % 40)}%`} />
      </div>
    ))}
  </div>
)
