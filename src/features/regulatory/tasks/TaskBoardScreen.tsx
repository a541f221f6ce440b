import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import { allOf } from '#kernel/text.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { situations } from '#features/regulatory/obligations/standing.ts'
import type { BoardCell, TaskBoardRow, TaskBoard } from '#features/regulatory/tasks/api.ts'
import { percentOf } from '#features/regulatory/tasks/board.ts'
import { SyncDialog, useSyncLook } from '#features/regulatory/tasks/SyncDialog.tsx'
import { useTaskBoard } from '#features/regulatory/tasks/useTasks.web.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { BoardChoices, ClientBoard, type BoardChoice } from '#parts/board/ClientBoard.tsx'
import { periodOf } from '#parts/period/period.ts'
import { monthParameter } from '#parts/period/monthParameter.web.ts'
import { textParameter, useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import type { Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/tasks/tasks.module.css'

const choices: readonly BoardChoice<TaskBoardRow>[] = [
  ['', 'todos', () => true],
  ['atrasadas', 'com atrasadas', ({ late }) => late > 0],
  ['abertas', 'com algo a fazer', ({ done, total }) => done < total],
  ['feitas', 'com tudo feito', ({ done, total }) => done === total],
]

const boardAddress = { mes: monthParameter(periodOf), busca: textParameter, situacao: textParameter }

/** What the board shows is in the address. */
function useBoardLook() {
  const [{ mes, busca, situacao }, changeAddress] = useAddress(boardAddress)
  const look = { month: mes, words: busca, only: situacao }
  const change = (part: Partial<typeof look>) => {
    const { month, words, only } = { ...look, ...part }
    changeAddress({ mes: month, busca: words, situacao: only })
  }
  return [look, change] as const
}

/** The tasks of a month: clients by templates, who is late first. */
export default function TaskBoardScreen() {
  const user = useUser()
  const [look, change] = useBoardLook()
  const [syncing, sync] = useState(false)
  const read = useTaskBoard(look.month)
  const { data } = read
  const shared = { look, onLook: change, choices, rows: data?.rows }
  return (
    <Page
      title="Quadro de tarefas"
      crumbs={[{ label: allOf(clientTasks.text), to: '/client-tarefas' }]}
      facts={data && <span>{saidOf(data)}</span>}
      actions={
        <>
          <Button variant="default" component={Link} to="/tarefas/meu-dia">
            Meu dia
          </Button>
          {can(user, 'tarefas.sincronizar') && <Button onClick={() => sync(true)}>Sincronizar com os modelos</Button>}
        </>
      }
    >
      <ClientBoard
        {...shared}
        read={read}
        input={
          <PeriodInput
            label="Vencem em"
            value={periodOf(`${look.month}-01`)}
            onChange={({ year, month }) => change({ month: `${year}-${String(month).padStart(2, '0')}` })}
          />
        }
        order={(one, other) => other.late - one.late || one.client.name.localeCompare(other.client.name, 'pt-BR')}
        table={{
          key: look.month,
          label: 'Tarefas do mês por cliente',
          columns: data ? columnsOf(data) : [],
        }}
        empty={{
          title: 'Nenhuma tarefa vence neste mês',
          text: 'Os modelos dizem o que fazer, para quem e quando: sincronize, e cada cliente ganha as suas.',
        }}
      >
        <SyncNotice onSee={() => sync(true)} />
        <BoardChoices {...shared} />
      </ClientBoard>
      {syncing && <SyncDialog onClose={() => sync(false)} />}
    </Page>
  )
}

/** Shows users who may confirm them the changes that templates require. */
function SyncNotice({ onSee }: { readonly onSee: () => void }) {
  const may = can(useUser(), 'tarefas.sincronizar')
  const { data } = useSyncLook(may)
  const { added = 0, moved = 0, retired = 0 } = data?.data ?? {}
  const parts = [added && `${added} a criar`, moved && `${moved} a remarcar`, retired && `${retired} a retirar`]
  if (!added && !moved && !retired) return null
  return (
    <Band tone="info">
      <div>{`Os modelos pedem mudanças nas tarefas: ${parts.filter(Boolean).join(', ')}.`}</div>
      <Button variant="default" size="compact-md" onClick={onSee}>
        Ver antes de sincronizar
      </Button>
    </Band>
  )
}

const saidOf = ({ done, total, late }: TaskBoard) =>
  total
    ? `${done} de ${total} feitas, ${percentOf(done, total)}%${late ? `; ${late} ${late === 1 ? 'atrasada' : 'atrasadas'}` : ''}.`
    : ''

function columnsOf({ columns, today }: TaskBoard): readonly Column<TaskBoardRow>[] {
  return [
    {
      key: 'client',
      title: 'Cliente',
      names: true,
      className: styles.client,
      cell: ({ client, responsible }) => (
        <>
          <Link to={`/clients/${client.uuid}?tab=tarefas`}>{client.name}</Link>
          <br />
          <span className="meta">{responsible ?? 'sem responsável'}</span>
        </>
      ),
    },
    {
      key: 'part',
      title: 'Feitas',
      className: styles.part,
      cell: ({ done, total, late }) => <Part done={done} total={total} late={late} />,
    },
    ...columns.map((column): Column<TaskBoardRow> => ({
      key: `t${column.id ?? 'outras'}`,
      title: `${column.name} · ${percentOf(column.done, column.total)}%`,
      cell: ({ cells }) => <Cells cells={cells.filter(({ tarefa }) => tarefa === column.id)} today={today} />,
    })),
  ]
}

const Part = ({ done, total, late }: Pick<TaskBoardRow, 'done' | 'total' | 'late'>) => (
  <span title={late ? `${late} ${late === 1 ? 'atrasada' : 'atrasadas'}` : undefined}>
    {`${done} de ${total}`}
    <span className={styles.meter} aria-hidden>
      <span style={{ width: `${percentOf(done, total)}%` }} />
    </span>
    {`${percentOf(done, total)}%`}
  </span>
)

const Cells = ({ cells, today }: { readonly cells: readonly BoardCell[]; readonly today: string }) =>
  cells.length ? (
    <span className={styles.cell}>
      {cells.map(({ uuid, name, last_on, done }) => {
        const { name: said, tone } = situations[done ? 'feita' : last_on < today ? 'atrasada' : 'a-fazer']
        return (
          <Link
            key={uuid}
            to={`/client-tarefas/${uuid}`}
            title={name}
            aria-label={`${name}: ${said}, ${showDate(last_on)}`}
          >
            <StatusChip tone={tone}>{done ? said : showDate(last_on).slice(0, 5)}</StatusChip>
          </Link>
        )
      })}
    </span>
  ) : (
    <span aria-hidden>—</span>
  )
