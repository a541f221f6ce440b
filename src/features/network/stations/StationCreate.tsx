import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { StationLook } from '#features/network/stations/StationLook.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { address } from '#parts/address/address.ts'
import { emptyDraft } from '#web/form/draft.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new station takes its place from the map: '?lat=-22.9&lng=-47.06'. */
export default function StationCreate() {
  const { searchStr } = useLocation()
  const [start] = useState(() => placeIn(searchStr))
  return <CreateScreen resource={stations} start={start} helper={form => <StationLook form={form} />} />
}

function placeIn(searchStr: string) {
  const words = new URLSearchParams(searchStr)
  const [lat, lng] = ['lat', 'lng'].map(name => {
    const said = words.get(name) ?? ''
    return /^-?\d{1,3}(\.\d{1,8})?$/.test(said) ? Number(said) : null
  })
  return typeof lat === 'number' && typeof lng === 'number' ? { address: [{ ...emptyDraft(address), lat, lng }] } : {}
}
