import { markOfIcon, mediaMarks } from '#features/network/stations/map/map.ts'
import styles from '#features/network/stations/map/map.module.css'

/** The drawing of a medium in its colour, as on the map. */
export function MediaIcon({ url }: { readonly url: string }) {
  const { tone } = mediaMarks[markOfIcon(url)]
  return (
    <span
      aria-hidden
      className={styles.mark}
      style={{ maskImage: `url(${url})`, WebkitMaskImage: `url(${url})`, background: `var(--${tone})` }}
    />
  )
}
