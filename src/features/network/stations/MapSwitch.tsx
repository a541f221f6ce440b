import { IconList, IconMap2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { useUser } from '#web/session/store.ts'
import { toSearch, type Search } from '#web/table/address.ts'
import styles from '#features/network/stations/switch.module.css'

interface Props {
  readonly now: 'list' | 'map'
  /** What the address asks of either: it goes along. */
  readonly search: Search
}
const ways = [
  { name: 'list', label: 'Lista', path: '/stations', permission: 'stations.index', Icon: IconList },
  { name: 'map', label: 'Mapa', path: '/station-links-map', permission: 'stations.map', Icon: IconMap2 },
] as const

/** Stations are shown as rows or on a map. */
export function MapSwitch({ now, search }: Props) {
  const user = useUser()
  if (!ways.every(({ permission }) => can(user, permission))) return null
  const { page: _page, ...rest } = search
  return (
    <nav className={styles.switch} aria-label="Como ver as estações">
      {ways.map(({ name, label, path, Icon }) => (
        <Link key={name} to={`${path}${toSearch(rest)}`} aria-current={name === now ? 'page' : undefined}>
          <Icon size={16} stroke={1.5} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  )
}
