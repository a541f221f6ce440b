import { showDate } from '#kernel/show.ts'
import type { NewsDay } from '#features/platform/help/guides.ts'
import styles from '#features/platform/help/help.module.css'
import { useReadNews } from '#features/platform/help/useNews.web.ts'
import { Prose } from '#parts/reading/Prose.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** What came with each release; what came since the reader was last here is marked. */
export function News({ days }: { readonly days: readonly NewsDay[] }) {
  const before = useReadNews()
  return days.map(({ date, title, points }) => (
    <section key={date} className={styles.day} aria-label={title}>
      <h2>
        {title} {before !== null && date > before && <StatusChip tone="info">Novo</StatusChip>}
      </h2>
      <p className="meta">{showDate(date)}</p>
      <ul>
        {points.map(point => (
          <li key={point.html}>
            <Prose html={point.html} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
