import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { showInstant } from '#kernel/show.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { periodQuery } from '#features/regulatory/month/month.ts'
import { monthOpenings } from '#features/regulatory/month/openings.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/regulatory/month/quadro.module.css'
import type { Period } from '#parts/period/period.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { fetchExport } from '#parts/progress/fetch.web.ts'
import { isGoing, runningOf } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { useAnswer, useRenewal } from '#web/call.ts'
import { onChanged } from '#web/liveChanges.ts'
import { useUser } from '#web/session/store.ts'
import type { ListedRow } from '#web/table/useList.ts'

/** The last job of a kind for this month; null when there is none, or it is not the reader's to see. */
function useLast(of: AnyResource, filter: Readonly<Record<string, string>>) {
  const { list } = callsOf(of)
  const query = { ...filter, sort: '-id', per_page: 25 }
  const { data } = useAnswer(list, { query }, { enabled: can(useUser(), list.id) })
  const last = data?.data[0] ?? null
  useFollowed(of.path, last !== null && isGoing(runningOf(last)))
  return last
}

/** What is being done to the whole month in the background, and the ZIP that was made of it last. */
export function MonthWork({ period }: { readonly period: Period }) {
  const renewColetas = useEffectEvent(useRenewal(callsOf(collects).list))
  const opening = useLast(monthOpenings, { 'filter[year]': String(period.year), 'filter[month]': String(period.month) })
  const zip = useLast(exports, { 'filter[kind]': 'mes', 'filter[query]': periodQuery(period) })
  useEffect(
    () =>
      onChanged(changed => {
        // The board is read again once all are open: while they are, every one would ask for it.
        if (changed.resource === monthOpenings.path && !isGoing(changed)) void renewColetas()
      }),
    [],
  )
  const opens = opening && runningOf(opening).state !== 'concluido'
  if (!opens && !zip) return null
  return (
    <Card className={styles.work} aria-label="Trabalhos do mês">
      {opens && <Work label="Abertura do mês" row={opening} to={`/month-openings/${opening.uuid}`} />}
      {zip && (
        <Work label="ZIP do mês" row={zip} to={`/exports/${zip.uuid}`}>
          {typeof zip.file === 'string' && typeof zip.sha256 === 'string' && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => void fetchExport({ uuid: zip.uuid, file: String(zip.file) }).catch(() => undefined)}
            >
              Baixar
            </Button>
          )}
        </Work>
      )}
    </Card>
  )
}

interface WorkProps {
  readonly label: string
  readonly row: ListedRow
  readonly to: string
  readonly children?: ReactNode
}
function Work({ label, row, to, children }: WorkProps) {
  return (
    <Group gap="6px 16px">
      <Link to={to}>{label}</Link>
      <Progress of={runningOf(row)} wide />
      {isGoing(runningOf(row)) ? null : (
        <span className="meta">{showInstant(String(row.finished_at ?? row.created_at))}</span>
      )}
      {children}
      {typeof row.error === 'string' && <span role="alert">{row.error}</span>}
    </Group>
  )
}
