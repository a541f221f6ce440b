import { Link } from '@tanstack/react-router'
import { count } from '#kernel/text.ts'
import { readRegularityBoard, type RegularityBoard, type RegularityRow } from '#features/regulatory/regularity/api.ts'
import { lights, weightOfLight, type Light } from '#features/regulatory/regularity/light.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { BoardChoices, ClientBoard, type BoardChoice } from '#parts/board/ClientBoard.tsx'
import { textParameter, useAddress } from '#web/route/search.ts'
import { useAnswer } from '#web/call.ts'
import type { Column } from '#web/table/Table.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/regularity/regularity.module.css'

const shownLights = ['vermelho', 'amarelo', 'cinza', 'verde'] as const satisfies readonly Light[]
const choices: readonly BoardChoice<RegularityRow>[] = [
  ['', 'todos', () => true],
  ...shownLights.map((light): BoardChoice<RegularityRow> => [light, lights[light].many, row => row.light === light]),
]

/** What the board shows is in the address. */
function useRegularityLook() {
  const [{ busca, situacao }, changeAddress] = useAddress({ busca: textParameter, situacao: textParameter })
  const look = { words: busca, only: situacao }
  const change = (part: Partial<typeof look>) => {
    const { words, only } = { ...look, ...part }
    changeAddress({ busca: words, situacao: only })
  }
  return [look, change] as const
}

/** The regularity of every client, the worst first. */
export default function RegularityScreen() {
  const [look, change] = useRegularityLook()
  const read = useAnswer(readRegularityBoard, {})
  const { data } = read
  const shared = { look, onLook: change, choices, rows: data?.rows }
  return (
    <Page title="Regularidade" facts={data && <span>{saidOf(data)}</span>}>
      <ClientBoard
        {...shared}
        read={read}
        input={null}
        order={(one, other) =>
          weightOfLight(one.light) - weightOfLight(other.light) ||
          other.counts[one.light] - one.counts[one.light] ||
          one.client.name.localeCompare(other.client.name, 'pt-BR')
        }
        table={{ key: 'regularidade', label: 'Regularidade por cliente', columns }}
        empty={{
          title: 'Nenhum cliente ainda',
          text: 'A regularidade de cada cliente vem das listas das tarefas, dos documentos e das obrigações.',
        }}
      >
        <BoardChoices {...shared} />
      </ClientBoard>
    </Page>
  )
}

const saidOf = ({ rows }: RegularityBoard) => {
  const green = rows.filter(({ light }) => light === 'verde').length
  return `${count(rows.length, clients.text)}, ${green} com tudo em dia.`
}

const columns: readonly Column<RegularityRow>[] = [
  {
    key: 'client',
    title: 'Cliente',
    names: true,
    className: styles.client,
    cell: ({ client, responsible }) => (
      <>
        <Link to={`/clients/${client.uuid}?tab=regularidade`}>{client.name}</Link>
        <br />
        <span className="meta">{responsible ?? 'sem responsável'}</span>
      </>
    ),
  },
  {
    key: 'light',
    title: 'Situação',
    cell: ({ light }) => <StatusChip tone={lights[light].tone}>{lights[light].name}</StatusChip>,
  },
  {
    key: 'worst',
    title: 'O que pesa',
    className: styles.worst,
    cell: ({ worst, light, counts }) => {
      const more = counts[light] - worst.length
      return worst.length ? `${worst.join('; ')}${more > 0 ? ` e mais ${more}` : ''}` : <span aria-hidden>—</span>
    },
  },
  ...shownLights.map((light): Column<RegularityRow> => ({
    key: light,
    title: lights[light].name,
    numeric: true,
    cell: ({ counts }) => counts[light],
  })),
]
