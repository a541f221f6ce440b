import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { boxOf, type MapBox } from '#features/stations/map/near.ts'
import type { PlanHandle } from '#features/stations/map/plan.web.ts'
import { endsOf, placeOfStation } from '#features/stations/map/read.ts'
import type { MapState } from '#features/stations/map/useMap.web.ts'
import { siteConfig } from '#web/config.ts'
import { PageLoading } from '#web/ui/Loading.tsx'
import styles from '#features/stations/map/map.module.css'

/** Brazil, where there is nothing to be seen yet. */
const country: MapBox = { west: -74, south: -34, east: -34, north: 5.5 }

interface Props {
  readonly map: MapState
  readonly onReady: (plan: PlanHandle | null) => void
  /** It cannot be drawn here after all. */
  readonly onFail: () => void
}

/** The map itself; it is drawn anew when the page turns dark or light, and stays where it was. */
export function PlanView({ map, onReady, onFail }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [plan, setPlan] = useState<PlanHandle | null>(null)
  const now = useRef({ map, onReady, onFail })
  const from = useRef<ReturnType<PlanHandle['view']>>(undefined)
  useEffect(() => {
    now.current = { map, onReady, onFail }
  })
  useEffect(() => {
    const container = box.current
    if (!container) return
    let gone = false
    let opened: PlanHandle | undefined
    const open = async () => {
      const { openPlan } = await import('#features/stations/map/plan.web.ts')
      if (gone) return
      const made = await openPlan(container, {
        style: siteConfig().map,
        box: boxOf(now.current.map.stations.map(placeOfStation)) ?? country,
        from: from.current,
        onPick: (picked, at) => now.current.map.pick(picked, at),
        onMove: seen => now.current.map.setBox(seen),
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

  const { stations, links, chosen, pointed, byId, measured, reach } = map
  useEffect(() => plan?.showNetwork(stations, links), [plan, stations, links])
  useEffect(() => plan?.measure(measured ?? []), [plan, measured])
  useEffect(() => plan?.reach(reach?.around ?? null, (reach?.km ?? 0) * 1_000), [plan, reach])
  useEffect(() => {
    const link = chosen?.kind === 'link' ? links.find(({ id }) => id === chosen.id) : undefined
    if (link) return plan?.choose(endsOf(link), true)
    const ids = chosen?.kind === 'stations' ? chosen.ids : []
    const marked = [...ids.flatMap(id => byId.get(id) ?? []), ...(pointed ? [pointed] : [])].map(placeOfStation)
    plan?.choose(chosen?.kind === 'point' ? [...marked, chosen.at] : marked)
  }, [plan, chosen, pointed, links, byId])
  return (
    <>
      <div ref={box} className={styles.plan} data-ready={plan !== null || undefined} />
      {!plan && (
        <div className={styles.coming}>
          <PageLoading />
        </div>
      )}
    </>
  )
}
