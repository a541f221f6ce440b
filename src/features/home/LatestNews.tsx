import { Link } from '@tanstack/react-router'
import type { ListedOf } from '#kernel/resource.ts'
import { Panel } from '#features/home/Panel.tsx'
import type { informative } from '#features/informative/informative.ts'
import { meantFor } from '#features/informative/news-bar.ts'
import { useUser } from '#web/session/store.ts'
import { ago, fullTime } from '#web/ui/time.ts'
import { List } from '#web/ui/List.tsx'

type LatestItem = ListedOf<typeof informative>

export const LatestNews = ({ now }: { now: Date }) => (
  <Panel<LatestItem>
    title="Informativos"
    path="/informative"
    query={{ ...meantFor(useUser()), sort: '-updated_at', active: 'true', per_page: 5 }}
    empty="Nenhum informativo ainda."
    more="/informative"
  >
    {rows => (
      <List>
        {rows.map(({ uuid, title, updated_at }) => (
          <li key={uuid}>
            <Link to={`/informative/${uuid}`}>{title}</Link>
            <time className="meta" dateTime={updated_at} title={fullTime(updated_at)}>
              {ago(updated_at, now.getTime())}
            </time>
          </li>
        ))}
      </List>
    )}
  </Panel>
)
