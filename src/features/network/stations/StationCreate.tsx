import { useState } from 'react'
import { StationLook } from '#features/network/stations/StationLook.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { address } from '#parts/address/address.ts'
import { shapedParameter, useAddress } from '#web/route/search.ts'
import { emptyDraft } from '#web/form/draft.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

const degrees = shapedParameter(/^-?\d{1,3}(\.\d{1,8})?$/)

/** A new station takes its place from the map: '?lat=-22.9&lng=-47.06'. */
export default function StationCreate() {
  const [{ lat, lng }] = useAddress({ lat: degrees, lng: degrees })
  const [start] = useState(() =>
    lat && lng ? { address: [{ ...emptyDraft(address), lat: Number(lat), lng: Number(lng) }] } : {},
  )
  return <CreateScreen resource={stations} start={start} helper={form => <StationLook form={form} />} />
}
