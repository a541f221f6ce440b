import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { foldText } from '#kernel/text.ts'
import { Table } from '#web/table/Table.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Situations } from '#web/ui/Situations.tsx'

interface BoardedClient {
  readonly client: { readonly uuid: string; readonly name: string }
}
interface BoardLook {
  /** Part of a client's name. */
  readonly words: string
  /** The key of a choice. */
  readonly only: string
}
/** The key of a choice, its name, and whether a row is of it; of the first all are. */
export type BoardChoice<Row> = readonly [key: string, label: string, is: (row: Row) => boolean]

interface BoardProps<Row> {
  readonly look: BoardLook
  readonly onLook: (change: Partial<BoardLook>) => void
  readonly choices: readonly BoardChoice<Row>[]
  /** Nothing until it is there. */
  readonly rows: readonly Row[] | undefined
}
/** How many there are of each, a click from them. */
export const BoardChoices = <Row,>({ look: { only }, onLook, choices, rows = [] }: BoardProps<Row>) => (
  <Situations
    all={choices.map(([key, label, is]) => ({ key, label, count: rows.filter(is).length }))}
    only={only}
    onPick={name => onLook({ only: name })}
  />
)

interface Props<Row> extends BoardProps<Row> {
  /** What else it is looked at by: the year, the semester. */
  readonly input: ReactNode
  readonly read: { readonly error: Error | null; readonly isPending: boolean; readonly refetch: () => unknown }
  /** What asks for work comes first. */
  readonly order: (one: Row, other: Row) => number
  readonly table: Pick<ComponentProps<typeof Table<Row>>, 'label' | 'caption' | 'columns'> & { readonly key: string }
  /** Why nobody is here. */
  readonly empty: { readonly title: string; readonly text: string }
  /** The choices and other content appear above the rows. */
  readonly children: ReactNode
}

/** Everybody's year or semester: clients by what they ask for, found by a part of their names. */
export function ClientBoard<Row extends BoardedClient>(props: Props<Row>) {
  const { look, onLook, input, rows = [], read, choices, order, table, empty, children } = props
  const { key, ...told } = table
  const fit = choices.find(([name]) => name === look.only)?.[2] ?? (() => true)
  const found = rows.filter(row => fit(row) && foldText(row.client.name).includes(foldText(look.words))).toSorted(order)
  return (
    <>
      <Bar>
        {input}
        <TextInput
          aria-label="Buscar cliente"
          placeholder="Buscar cliente"
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={look.words}
          onChange={e => onLook({ words: e.currentTarget.value })}
        />
      </Bar>
      {children}
      {read.error && !props.rows ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.isPending ? (
        <Skeletons waiting={read.isPending} lines={10} height={28} />
      ) : found.length ? (
        <Table key={key} {...told} rows={found} keyOf={({ client }) => client.uuid} step={200} look="scrolling" />
      ) : rows.length ? (
        <EmptyState title="Nada aqui" text="Nenhum cliente corresponde ao que foi pedido.">
          <Button variant="default" onClick={() => onLook({ only: '', words: '' })}>
            Ver todos
          </Button>
        </EmptyState>
      ) : (
        <EmptyState {...empty} />
      )}
    </>
  )
}
