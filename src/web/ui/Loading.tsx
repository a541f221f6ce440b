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

/** Lines in the place of what is coming; nothing at all when it comes quickly. */
export function Skeletons({ waiting, lines = 6, height = 20 }: { waiting: boolean; lines?: number; height?: number }) {
  if (!useDelayed(waiting)) return null
  return (
    <div className={styles.skeletons} aria-hidden>
      {Array.from({ length: lines }, (_, n) => (
        <Skeleton key={n} height={height} width={`${96 - ((n * 17) % 40)}%`} />
      ))}
    </div>
  )
}
