import { can } from '#kernel/access.ts'
import { countGaps } from '#features/network/stations/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { toSearch } from '#web/table/address.ts'
import { useSearch } from '#web/table/useList.ts'
import { Situations } from '#web/ui/Situations.tsx'

/** What is missing in stations, while anything is; a click lists those, another one all of them again. */
export function StationGaps() {
  const user = useUser()
  const { search, open } = useSearch(stations)
  const { data } = useAnswer(countGaps, {}, { enabled: can(user, countGaps.id) })
  const found = (data?.data ?? []).filter(({ count }) => count > 0)
  if (!found.length) return null
  const only = found.find(({ query }) => toSearch(query) === toSearch(search))
  return (
    <Situations
      all={found}
      only={only?.key ?? ''}
      onPick={key => {
        const picked = found.find(each => each.key === key)
        open(picked && picked !== only ? toSearch(picked.query) : '')
      }}
    />
  )
}
