import { Link } from '@tanstack/react-router'
import styles from '#features/platform/home/home.module.css'
import { useBell } from '#parts/notice/useBell.web.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ago, fullTime } from '#web/ui/time.ts'

/** How many of the bell's news the page shows. */
const newsShown = 5

/** Shows the news meant for the reader; what they must confirm comes first. */
export function LatestNews({ now }: { readonly now: Date }) {
  const { data, error, isPending, refetch } = useBell()
  const rows = (data?.data ?? [])
    .toSorted((one, other) => Number(awaits(other)) - Number(awaits(one)))
    .slice(0, newsShown)
  return (
    <Card className={styles.panel} title="Informativos" beside={<Link to="/informative">Ver tudo</Link>}>
      <Awaited waiting={isPending} lines={4} height={28}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.data.length === 0 && <p className={styles.empty}>Nenhum informativo ainda.</p>}
        {rows.length > 0 && (
          <List>
            {rows.map(({ uuid, title, updated_at, ...row }) => (
              <li key={uuid}>
                <div>
                  <Link to={`/informative/${uuid}`}>{title}</Link>{' '}
                  {awaits(row) && <StatusChip tone="atencao">Leitura obrigatória</StatusChip>}
                </div>
                <time className="meta" dateTime={updated_at} title={fullTime(updated_at)}>
                  {ago(updated_at, now.getTime())}
                </time>
              </li>
            ))}
          </List>
        )}
      </Awaited>
    </Card>
  )
}
const awaits = ({ mandatory, acknowledged }: { readonly mandatory: boolean; readonly acknowledged: boolean }) =>
  mandatory && !acknowledged
