import { Button } from '@mantine/core'
import { IconCalendarShare, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { capital } from '#kernel/text.ts'
import { monthKey } from '#parts/period/period.ts'
import { DutyList, idOf } from '#features/regulatory/obligations/DutyList.tsx'
import { FeedLink } from '#features/regulatory/obligations/FeedLink.tsx'
import { BySituation, LookBar } from '#features/regulatory/obligations/LookBar.tsx'
import { MonthCalendar } from '#features/regulatory/obligations/MonthCalendar.tsx'
import { openOf, type DutyGroup } from '#features/regulatory/obligations/listed.ts'
import { isSituation } from '#features/regulatory/obligations/standing.ts'
import { useLook } from '#features/regulatory/obligations/useLook.web.ts'
import { useObligations } from '#features/regulatory/obligations/useObligations.web.ts'
import { monthName } from '#features/regulatory/obligations/when.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/regulatory/obligations/obligations.module.css'

/** Shows what falls due in a month, filtered by client or not: a calendar, and a list that expands to the clients who owe. */
export default function ObligationsScreen() {
  const [today] = useState(() => dayIn(new Date()).day)
  const [sharing, share] = useState(false)
  const [look, change] = useLook()
  const { month, span, empresa, obligation, situation, words, shown } = look
  const query = {
    ...(span ?? { month: monthKey(month) }),
    ...(/^\d{1,9}$/.test(empresa) && { empresa }),
    ...(words.trim() && { search: words.trim().slice(0, 100) }),
  }
  const { data, error, isPending, refetch } = useObligations({ ...query, per_page: 1 })
  const all = data?.groups ?? []
  const ofKind = all.filter(group => !obligation || group.obligation === obligation)
  const groups = ofKind.filter(group => !isSituation(situation) || group.counts[situation] > 0)
  // A click on the calendar scrolls its duty into view in the list.
  useEffect(() => {
    if (shown) document.getElementById(idOf(shown))?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <Page
      title="Obrigações"
      facts={data && <span>{span ? summary(ofKind) : `${capital(monthName(month))}: ${summary(ofKind)}`}</span>}
      actions={
        <>
          <Button
            className="no-print"
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
          <Button
            className="no-print"
            variant="default"
            leftSection={<IconCalendarShare size={16} stroke={1.5} aria-hidden />}
            onClick={() => share(true)}
          >
            Assinar na agenda
          </Button>
        </>
      }
    >
      <LookBar look={look} onChange={change} today={today} groups={all} />
      <BySituation groups={ofKind} only={situation} onOnly={to => change({ situation: to })} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={10} height={28} />
      ) : (
        <div className={styles.columns}>
          {!span && (
            <MonthCalendar month={month} groups={groups} today={today} onShow={key => change({ shown: key })} />
          )}
          {groups.length ? (
            <DutyList
              groups={groups}
              query={{ ...query, ...(isSituation(situation) && { situation }) }}
              today={data?.today ?? today}
              shown={shown}
              onShow={key => change({ shown: key })}
            />
          ) : (
            <EmptyState
              title={all.length ? 'Nada aqui' : span ? 'Nada vence nestes dias' : 'Nada vence neste mês'}
              text={
                all.length
                  ? 'Nenhuma obrigação corresponde ao que foi pedido.'
                  : `Nenhum cliente com fistel em vigor tem obrigação ${span ? 'nestes dias' : 'neste mês'}.`
              }
            >
              {(obligation || situation || words || empresa) && (
                <Button
                  variant="default"
                  onClick={() => change({ obligation: '', situation: '', words: '', empresa: '' })}
                >
                  Ver todas
                </Button>
              )}
            </EmptyState>
          )}
        </div>
      )}
      {sharing && <FeedLink onClose={() => share(false)} />}
    </Page>
  )
}

function summary(groups: readonly DutyGroup[]): string {
  const of = (count: (group: DutyGroup) => number) => groups.reduce((sum, group) => sum + count(group), 0)
  const [open, late] = [of(openOf), of(({ counts }) => counts.atrasada)]
  if (!groups.length) return 'nada a fazer'
  if (!open) return 'tudo feito'
  return `${open} em aberto${late ? `, ${late} ${late === 1 ? 'atrasada' : 'atrasadas'}` : ''}`
}
