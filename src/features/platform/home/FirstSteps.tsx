import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { firstSteps, type FirstStep } from '#features/platform/home/first.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { openColetas, readMonthBoard } from '#features/regulatory/month/api.ts'
import { beginningInWords } from '#features/regulatory/month/month.ts'
import { collecting, compare, firstDay, label } from '#parts/period/period.ts'
import { answerOptions, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Awaited } from '#web/ui/Loading.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/home/home.module.css'

/** What a new house does before its first month, as far as the reader may do it; reckoned from what exists. */
export function FirstSteps() {
  const user = useUser()
  const mine = firstSteps.flatMap(step => {
    const ways = step.ways.filter(({ needs }) => can(user, needs))
    return ways.length && can(user, callsOf(step.of).list.id) ? [{ ...step, ways }] : []
  })
  const counted = mine.flatMap(({ of, left }) => [{ of, query: {} }, ...(left ? [{ of, query: left }] : [])])
  const counts = useQueries({
    queries: counted.map(({ of, query }) => answerOptions(callsOf(of).list, { query: { ...query, per_page: 1 } })),
  })
  const totalOf = (of: AnyResource, left?: FirstStep['left']) =>
    counts[counted.findIndex(each => each.of === of && (left ? each.query === left : !Object.keys(each.query).length))]
      ?.data?.total ?? 0
  const begins = useBeginning(mine.some(({ of }) => of === collects) && totalOf(fistels) > 0)
  const steps = mine.map(step => ({
    ...step,
    ...(step.of === collects && begins),
    done: totalOf(step.of) > step.beyond && (!step.left || totalOf(step.of, step.left) === 0),
  }))
  const next = steps.find(({ done }) => !done)
  if (!steps.length) return <p className={styles.empty}>Nenhuma coleta ainda.</p>
  return (
    <Awaited waiting={counts.some(({ isPending }) => isPending)} lines={6} height={52}>
      <List of="ol" className={styles.steps}>
        {steps.map(step => (
          <Step key={step.title} {...step} next={step === next} />
        ))}
      </List>
    </Awaited>
  )
}

/** Where the first month is, when all fistels came in after the one being collected. */
function useBeginning(enabled: boolean): Pick<FirstStep, 'why' | 'ways'> | null {
  const [period] = useState(() => collecting(dayIn(new Date()).day))
  const { data } = useAnswer(readMonthBoard, { query: { ...period } }, { enabled })
  const begins = data?.begins
  if (!begins || compare(begins.month, period) <= 0) return null
  const to = `/collects/quadro?mes=${firstDay(begins.month).slice(0, 7)}`
  const words = `Ir a ${label(begins.month)}`
  return { why: beginningInWords(begins), ways: [{ to, words, needs: openColetas.id }] }
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
