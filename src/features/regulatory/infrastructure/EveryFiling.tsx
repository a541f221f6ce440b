import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import { readFilingBoard, type BoardRow, type FilingDuty } from '#features/regulatory/infrastructure/api.ts'
import { filingSteps, notBegun } from '#features/regulatory/infrastructure/filings.ts'
import { addressOfFiling, type FilingLook } from '#features/regulatory/infrastructure/useFilingLook.web.ts'
import { situations } from '#features/regulatory/obligations/standing.ts'
import { BoardChoices, ClientBoard, type BoardChoice } from '#parts/board/ClientBoard.tsx'
import { Lapsed } from '#parts/tenure/Lapsed.tsx'
import { useAnswer } from '#web/call.ts'
import type { Column } from '#web/table/Table.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/infrastructure/infrastructure.module.css'

interface Props {
  readonly look: FilingLook
  readonly input: ReactNode
  readonly onLook: (change: Partial<FilingLook>) => void
}

const choices: readonly BoardChoice<BoardRow>[] = [
  ['', 'todos', () => true],
  ['por-comecar', 'por começar', ({ step }) => step === null || step === 'em-aberto'],
  ['gerada', 'geradas', ({ step }) => step === 'gerada'],
  ['enviada', 'enviadas', ({ step }) => step === 'enviada'],
  ['recusada', 'recusadas', ({ step }) => step === 'recusada'],
  ['fora', 'com algo de fora', ({ left_out }) => left_out > 0],
]
/** What asks for work first. */
const order = ['recusada', 'gerada', 'em-aberto', null, 'enviada']

/** 'De 01/01/2026 a 31/03/2026.' */
export function filingDutyInWords(duty: FilingDuty | null): string {
  if (!duty) return 'O calendário não tem esta obrigação para o ano.'
  const { opens, due } = duty
  if (due < dayIn(new Date()).day) return `O prazo foi ${showDate(due)}.`
  return opens ? `A Anatel recebe de ${showDate(opens)} a ${showDate(due)}.` : `O prazo é ${showDate(due)}.`
}

/** Everybody's year: who was filed for, who was not, and what is lacking. */
export function EveryFiling({ look: { year, words, only }, input, onLook }: Props) {
  const read = useAnswer(readFilingBoard, { query: { year } }, { timeout: 60_000 })
  const { data } = read
  const board = { look: { words, only }, onLook, choices, rows: data?.data }
  return (
    <Page title="Infraestrutura anual" crumbs={[{ label: 'Rede' }]} facts={data && filingDutyInWords(data.duty)}>
      <ClientBoard
        {...board}
        input={input}
        read={read}
        order={(one, other) => order.indexOf(one.step) - order.indexOf(other.step)}
        table={{
          key: String(year),
          label: 'Clientes do ano',
          caption: 'Clientes, como está a infraestrutura anual de cada um e o que falta',
          columns: columnsOf(year),
        }}
        empty={{
          title: 'Nenhum cliente deve a infraestrutura',
          text: 'Aparecem os clientes com serviço de telecomunicações no ano, ou com estações registradas.',
        }}
      >
        {data && <BoardChoices {...board} />}
      </ClientBoard>
    </Page>
  )
}

export function StepOfFiling({ step }: Pick<BoardRow, 'step'>) {
  const { name, tone } = step === null ? notBegun : filingSteps[step]
  return <StatusChip tone={tone}>{name}</StatusChip>
}
const orDash = (n: number) => (n ? showInteger(n) : '—')

const columnsOf = (year: number): readonly Column<BoardRow>[] => [
  {
    key: 'client',
    title: 'Cliente',
    names: true,
    className: styles.client,
    cell: ({ client }) => <Link to={addressOfFiling(year, client.uuid)}>{client.name}</Link>,
  },
  {
    key: 'step',
    title: 'Situação',
    cell: ({ step, lapsed }) => (
      <>
        <StepOfFiling step={step} /> <Lapsed day={lapsed} />
      </>
    ),
  },
  {
    key: 'duty',
    title: 'No calendário',
    cell: ({ situation }) =>
      situation ? (
        <StatusChip tone={situations[situation].tone}>{situations[situation].name}</StatusChip>
      ) : (
        'Não consta'
      ),
  },
  { key: 'stations', title: 'Estações', numeric: true, cell: ({ stations }) => orDash(stations) },
  { key: 'links', title: 'Enlaces', numeric: true, cell: ({ links }) => orDash(links) },
  { key: 'left', title: 'De fora', numeric: true, cell: ({ left_out }) => orDash(left_out) },
  {
    key: 'why',
    title: 'O que falta, ou o recibo',
    className: styles.why,
    cell: ({ step, why, edition, sent_on, protocol }) =>
      step === 'enviada'
        ? [`versão ${edition}, em ${sent_on ? showDate(sent_on) : '—'}`, protocol && `protocolo ${protocol}`]
            .filter(Boolean)
            .join(' · ')
        : why,
  },
]
