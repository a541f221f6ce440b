import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { showInteger } from '#kernel/show.ts'
import { BoardChoices, ClientBoard, type BoardChoice } from '#parts/board/ClientBoard.tsx'
import { Lapsed } from '#parts/tenure/Lapsed.tsx'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { downloadSemesters, listSemesters, type SemesterRow } from '#features/regulatory/semester/api.ts'
import { Whole } from '#features/regulatory/semester/ClientSemester.tsx'
import type { SemesterLook } from '#features/regulatory/semester/semester.ts'
import { FileNotes } from '#parts/file/FileNotes.tsx'
import { useFile } from '#parts/file/useFile.web.ts'
import { callPath, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import type { Column } from '#web/table/Table.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/regulatory/semester/semester.module.css'

interface Props {
  readonly look: SemesterLook
  readonly facts: string
  readonly input: ReactNode
  readonly onLook: (change: Partial<SemesterLook>) => void
}

const choices: readonly BoardChoice<SemesterRow>[] = [
  ['', 'Todos', () => true],
  ['incompletos', 'Incompletos', ({ complete }) => !complete],
  ['completos', 'Completos', ({ complete }) => complete],
]

// A change of a coleta changes the semesters, which are read under the clients' scope.
const semestersOfColetas = { ...listSemesters, lists: collects }

/** Everybody's semester: who is whole, who is not and why, and the files of those that are. */
export function EverySemester({ look, facts, input, onLook }: Props) {
  const user = useUser()
  const { year, semester, words, only } = look
  const query = { year, semester }
  const read = useAnswer(semestersOfColetas, { query }, { timeout: 60_000 })
  const { busy, outcome, download, dismiss } = useFile({
    url: callPath(downloadSemesters, { query }),
    type: 'application/zip',
    query,
    name: 'economico.zip',
  })
  const data = read.data?.data
  const board = { look: { words, only }, onLook, choices, rows: data }
  return (
    <Page
      title="Econômico do semestre"
      crumbs={[{ label: 'Coletas', to: '/collects' }]}
      facts={facts}
      actions={
        can(user, downloadSemesters.id) && (
          <BusyButton
            busy={busy}
            doing="Gerando…"
            disabled={!data?.some(({ complete }) => complete)}
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            onClick={() => void download()}
          >
            Baixar arquivos do semestre
          </BusyButton>
        )
      }
    >
      <ClientBoard
        {...board}
        input={input}
        read={read}
        order={(one, other) => Number(one.complete) - Number(other.complete)}
        table={{
          key: `${year}-${semester}`,
          label: 'Clientes do semestre',
          caption: 'Clientes e o que falta do semestre de cada um',
          columns: columnsOf(`${year}-${semester}`),
        }}
        empty={{
          title: 'Nenhum cliente deve o econômico',
          text: 'Aparecem os clientes que tiveram, em algum mês do semestre, fistel de SCM ou SeAC em uso.',
        }}
      >
        <BoardChoices {...board} />
        <FileNotes outcome={outcome} onClose={dismiss} />
      </ClientBoard>
    </Page>
  )
}

const columnsOf = (of: string): readonly Column<SemesterRow>[] => [
  {
    key: 'client',
    title: 'Cliente',
    names: true,
    className: styles.client,
    cell: ({ client }) => <Link to={`/collects/semestre?semestre=${of}&cliente=${client.uuid}`}>{client.name}</Link>,
  },
  {
    key: 'state',
    title: 'Situação',
    cell: ({ complete, lapsed }) => (
      <>
        <Whole complete={complete} /> <Lapsed day={lapsed} />
      </>
    ),
  },
  { key: 'missing', title: 'Faltas', numeric: true, cell: ({ missing }) => (missing ? showInteger(missing) : '—') },
  { key: 'doubtful', title: 'Avisos', numeric: true, cell: ({ doubtful }) => (doubtful ? showInteger(doubtful) : '—') },
  { key: 'states', title: 'Estados', numeric: true, cell: ({ states }) => (states ? showInteger(states) : '—') },
  { key: 'why', title: 'O primeiro motivo', className: styles.why, cell: ({ why }) => why },
]
