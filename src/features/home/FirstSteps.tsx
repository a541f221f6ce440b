import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { firstSteps, type FirstStep } from '#features/home/first.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { Awaited } from '#web/ui/Loading.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/home/home.module.css'

/** What a new house does before its first month, as far as the reader may do it; reckoned from what exists. */
export function FirstSteps() {
  const user = useUser()
  const mine = firstSteps.flatMap(step => {
    const ways = step.ways.filter(({ needs }) => can(user, needs))
    return ways.length && can(user, `${step.path}.index`) ? [{ ...step, ways }] : []
  })
  const counts = useQueries({
    queries: mine.map(({ path }) => ({
      queryKey: [path, 'count', {}],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get<Page<unknown>>(`/${path}`, { query: { per_page: 1 }, quiet: true, signal }),
    })),
  })
  const steps = mine.map((step, i) => ({ ...step, done: (counts[i]?.data?.total ?? 0) > step.beyond }))
  const next = steps.find(({ done }) => !done)
  if (!steps.length) return <p className={styles.empty}>Nenhuma coleta ainda.</p>
  return (
    <Awaited waiting={counts.some(({ isPending }) => isPending)} lines={5} height={52}>
      <List of="ol" className={styles.steps}>
        {steps.map(step => (
          <Step key={step.path} {...step} next={step === next} />
        ))}
      </List>
    </Awaited>
  )
}

function Step({ title, why, ways, done, next }: FirstStep & { readonly done: boolean; readonly next: boolean }) {
  const Mark = done ? IconCircleCheck : IconCircle
  return (
    <li data-done={done || undefined}>
      <Mark size={20} stroke={1.5} aria-hidden />
      <span>
        <strong>{title}</strong>
        <span className="sr-only">{done ? ' (feito)' : ''}</span>
        {!done && <span className={styles.why}>{why}</span>}
      </span>
      {!done && (
        <span className={styles.ways}>
          {ways.map(({ to, words }, i) => (
            <Button key={to} component={Link} to={to} variant={next && i === 0 ? 'filled' : 'default'}>
              {words}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}
