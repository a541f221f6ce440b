import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { Period } from '#parts/period/period.ts'
import { downloadSemester, readSemester } from '#features/regulatory/semester/api.ts'
import { FiguresTable } from '#features/regulatory/semester/FiguresTable.tsx'
import type { Gap } from '#features/regulatory/semester/semester.ts'
import { semesterInWords } from '#parts/period/semester.ts'
import type { SemesterLook } from '#features/regulatory/semester/semester.ts'
import { FileNotes } from '#parts/file/FileNotes.tsx'
import { useFile } from '#parts/file/useFile.web.ts'
import { callPath, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/regulatory/semester/semester.module.css'

interface Props {
  readonly look: SemesterLook
  readonly facts: string
  readonly input: ReactNode
}

// A change of a coleta changes the semester, which is read under the client's scope.
const semesterOfColetas = { ...readSemester, lists: collects }

/** A client's semester: three figures of each state and quarter, and what keeps them from being whole. */
export function ClientSemester({ look: { year, semester, client }, facts, input }: Props) {
  const user = useUser()
  const query = { client, year, semester }
  const { data: answer, error, isPending, refetch } = useAnswer(semesterOfColetas, { query })
  const data = answer?.data
  const { busy, outcome, download, dismiss } = useFile({
    url: callPath(downloadSemester, { query }),
    type: 'text/csv',
    query,
    name: 'economico.csv',
  })
  const all = `/collects/semestre?semestre=${year}-${semester}`
  return (
    <Page
      title={data?.client.name ?? 'Econômico do semestre'}
      crumbs={[
        { label: 'Coletas', to: '/collects' },
        { label: 'Econômico do semestre', to: all },
      ]}
      chip={data && <Whole complete={data.complete} />}
      facts={facts}
      actions={
        can(user, downloadSemester.id) && (
          <BusyButton
            busy={busy}
            doing="Gerando…"
            disabled={!data?.figures.length}
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            onClick={() => void download()}
          >
            Baixar arquivo
          </BusyButton>
        )
      }
    >
      <Bar className={styles.bar}>
        {input}
        {data && <Link to={`/clients/${data.client.uuid}`}>Ver o cliente</Link>}
      </Bar>
      <FileNotes outcome={outcome} onClose={dismiss} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons waiting={isPending} lines={8} height={28} />
      ) : (
        <>
          {data.figures.length ? (
            <FiguresTable of={{ year, semester }} figures={data.figures} />
          ) : (
            <EmptyState
              title={`Nada a somar no ${semesterInWords({ year, semester })}`}
              text="Entram as coletas de SCM e SeAC prontas ou enviadas, com o financeiro preenchido."
            />
          )}
          <Gaps title="O que falta" gaps={data.gaps.filter(({ missing }) => missing)} tone="erro" />
          <Gaps title="Confira" gaps={data.gaps.filter(({ missing }) => !missing)} tone="atencao" />
        </>
      )}
    </Page>
  )
}

export const Whole = ({ complete }: { readonly complete: boolean }) => (
  <StatusChip tone={complete ? 'ok' : 'atencao'}>{complete ? 'Completo' : 'Incompleto'}</StatusChip>
)

interface GapsProps {
  readonly title: string
  readonly gaps: readonly Gap[]
  readonly tone: 'erro' | 'atencao'
}
const board = ({ year, month }: Period) => `/collects/quadro?mes=${year}-${String(month).padStart(2, '0')}`

/** Each leads to the coleta where it is put right or, where there is none, to the month's board. */
const Gaps = ({ title, gaps, tone }: GapsProps) =>
  gaps.length > 0 && (
    <section className={styles.gaps} data-tone={tone}>
      <h2>
        {title} <span>{gaps.length}</span>
      </h2>
      <ul className="points">
        {gaps.map(({ message, uuid, month }) => (
          <li key={message}>
            <Link to={uuid ? `/collects/${uuid}?tab=financeiro` : board(month)}>{message}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
