import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Point } from '#kernel/coordinates.ts'
import { boxOf, type MapBox, type MapReach } from '#features/network/stations/map/near.ts'
import type { MapLink, MapStation } from '#features/network/stations/map/schema.ts'
import type { MapPick, PlanHandle } from '#features/network/stations/map/plan.web.ts'
import { placeOfStation } from '#features/network/stations/map/read.ts'
import { siteConfig } from '#web/config.ts'
import { PageLoading } from '#web/ui/Loading.tsx'
import styles from '#features/network/stations/map/map.module.css'

/** Brazil, where there is nothing to be seen yet. */
const country: MapBox = { west: -74, south: -34, east: -34, north: 5.5 }

/** What is drawn: a list that stays the same is not drawn again. */
export interface PlanScene {
  readonly stations: readonly MapStation[]
  readonly links: readonly MapLink[]
  /** Marked: each of these points, or the line between two. */
  readonly chosen: readonly Point[]
  readonly isLine?: boolean
  readonly measured?: readonly Point[] | null
  readonly reach?: MapReach | null
}
interface Props {
  readonly scene: PlanScene
  readonly onPick: (picked: MapPick, at: Point) => void
  readonly onMove?: (seen: MapBox) => void
  readonly onReady: (plan: PlanHandle | null) => void
  /** It cannot be drawn here after all. */
  readonly onFail: () => void
}

/** The map itself; it is drawn anew when the page turns dark or light, and stays where it was. */
export function PlanView({ scene, onPick, onMove, onReady, onFail }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [plan, setPlan] = useState<PlanHandle | null>(null)
  const now = useRef({ scene, onPick, onMove, onReady, onFail })
  const from = useRef<ReturnType<PlanHandle['view']>>(undefined)
  useEffect(() => {
    now.current = { scene, onPick, onMove, onReady, onFail }
  })
  useEffect(() => {
    const container = box.current
    if (!container) return
    let gone = false
    let opened: PlanHandle | undefined
    const open = async () => {
      const { openPlan } = await import('#features/network/stations/map/plan.web.ts')
      if (gone) return
      const made = await openPlan(container, {
        style: siteConfig().map,
        box: boxOf(now.current.scene.stations.map(placeOfStation)) ?? country,
        from: from.current,
        onPick: (picked, at) => now.current.onPick(picked, at),
        onMove: seen => now.current.onMove?.(seen),
      })
      if (gone) return made.close()
      opened = made
      setPlan(made)
      now.current.onReady(made)
    }
    open().catch(() => !gone && now.current.onFail())
    return () => {
      gone = true
      from.current = opened?.view() ?? from.current
      opened?.close()
      setPlan(null)
      now.current.onReady(null)
    }
  }, [scheme])

  const { stations, links, chosen, isLine, measured, reach } = scene
  useEffect(() => plan?.showNetwork(stations, links), [plan, stations, links])
  useEffect(() => plan?.measure(measured ?? []), [plan, measured])
  useEffect(() => plan?.reach(reach?.around ?? null, (reach?.km ?? 0) * 1_000), [plan, reach])
  useEffect(() => plan?.choose(chosen, isLine), [plan, chosen, isLine])
  return (
    <>
      <div ref={box} className={styles.plan} data-ready={plan !== null || undefined} />
      {plan?.isGroundless && (
        <p className={styles.groundless} role="status">
          O fundo do mapa não respondeu: aqui estão só os contornos.
        </p>
      )}
      {!plan && (
        <div className={styles.coming}>
          <PageLoading />
        </div>
      )}
    </>
  )
}
