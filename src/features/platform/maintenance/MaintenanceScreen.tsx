import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showBytes, showInteger } from '#kernel/show.ts'
import { Copies } from '#features/platform/maintenance/Copies.tsx'
import { ChoreList } from '#features/platform/maintenance/ChoreList.tsx'
import { readMaintenance, type Maintenance } from '#features/platform/maintenance/api.ts'
import { heaps } from '#features/platform/maintenance/maintenance.ts'
import styles from '#features/platform/maintenance/maintenance.module.css'
import { answerOptions } from '#web/call.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Table } from '#web/table/Table.tsx'
import { fullTime } from '#web/ui/time.ts'

/** Shows how the chores of the system went, when they run next, and the size of its data. */
export default function MaintenanceScreen() {
  const {
    data: answer,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...answerOptions(readMaintenance, {}),
    // What runs is watched until it ends; the rest is read again now and then.
    refetchInterval: ({ state }) => (state.data?.data.chores.some(({ running }) => running) ? 1_500 : 30_000),
  })
  const data = answer?.data
  return (
    <Page title="Manutenção" facts={data && <Facts {...data} />}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={12} />
      {data && (
        <div className={styles.parts}>
          <section aria-labelledby="copias">
            <h2 id="copias">Cópias de segurança</h2>
            <Copies {...data.copies} />
          </section>
          <section aria-labelledby="rotinas">
            <h2 id="rotinas">Rotinas</h2>
            <ChoreList chores={data.chores} onAsked={() => void refetch()} />
          </section>
          <section aria-labelledby="pasta">
            <h2 id="pasta">Pasta de dados</h2>
            <Folder folder={data.folder} />
          </section>
          <section aria-labelledby="tabelas">
            <h2 id="tabelas">Banco de dados</h2>
            <Tables tables={data.tables} />
          </section>
        </div>
      )}
    </Page>
  )
}

const Facts = ({ installation, database_bytes, chores }: Maintenance) => {
  const failing = chores.filter(({ error }) => error !== null).length
  return (
    <>
      <span>
        {failing === 0
          ? 'Todas as rotinas vão bem'
          : failing === 1
            ? '1 rotina falhou na última vez'
            : `${failing} rotinas falharam na última vez`}
      </span>
      <span>{`Banco de dados: ${showBytes(database_bytes)}`}</span>
      <span className={styles.id}>{`Instalação ${installation}`}</span>
    </>
  )
}

const size = (bytes: number | null) => (bytes === null ? '—' : showBytes(bytes))

function Folder({ folder }: Pick<Maintenance, 'folder'>) {
  if (!folder)
    return (
      <EmptyState
        title="Ainda não foi contada"
        text="A conferência roda uma vez por dia. Para contar já, execute “Conferência da pasta de dados”."
      />
    )
  return (
    <>
      <p className="meta">
        Contada em <time dateTime={folder.at}>{fullTime(folder.at)}</time>
      </p>
      <Table
        label="O que há na pasta de dados"
        columns={[
          { key: 'name', title: 'O que é', names: true, cell: ({ name }) => heaps[name]?.label ?? name },
          { key: 'files', title: 'Arquivos', numeric: true, cell: ({ files }) => showInteger(files) },
          { key: 'bytes', title: 'Tamanho', numeric: true, cell: ({ bytes }) => size(bytes) },
          { key: 'about', title: 'O que acontece', className: styles.about, cell: ({ name }) => heaps[name]?.about },
        ]}
        rows={folder.heaps}
        keyOf={({ name }) => name}
      />
    </>
  )
}

/** Tables shown at first: the rest is small. */
const largest = 15

function Tables({ tables }: Pick<Maintenance, 'tables'>) {
  const [all, setAll] = useState(false)
  const hidden = tables.length - largest
  return (
    <>
      <Table
        label="Tabelas do banco de dados, as maiores primeiro"
        columns={[
          { key: 'title', title: 'O que guarda', names: true, cell: ({ title, name }) => title ?? name },
          { key: 'name', title: 'Tabela', className: styles.name, cell: ({ name }) => name },
          {
            key: 'rows',
            title: 'Registros (estimativa)',
            numeric: true,
            cell: ({ rows }) => (rows === null ? '—' : showInteger(rows)),
          },
          { key: 'bytes', title: 'Tamanho', numeric: true, cell: ({ bytes }) => size(bytes) },
        ]}
        rows={tables.slice(0, all ? undefined : largest)}
        keyOf={({ name }) => name}
      />
      {hidden > 0 && (
        <Button variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar só as maiores' : `Mostrar também as ${hidden} menores`}
        </Button>
      )}
    </>
  )
}
