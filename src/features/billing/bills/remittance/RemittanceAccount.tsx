import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { can } from '#kernel/access.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { generateRemittance, type WaitingAccount, type WaitingOrder } from '#features/billing/bills/remittance/api.ts'
import { remittedMovements } from '#features/billing/bills/remittance/orders.ts'
import { useRemittancePreview, type RemittanceActs } from '#features/billing/bills/remittance/useRemittances.web.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/remittance/remittance.module.css'

const registered = { one: 'boleto a registrar', many: 'boletos a registrar', gender: 'm' } as const
const writtenOff = { one: 'baixa a pedir', many: 'baixas a pedir', gender: 'f' } as const
const moved = { one: 'vencimento a mudar', many: 'vencimentos a mudar', gender: 'm' } as const
const stuck = { one: 'boleto não pode ir', many: 'boletos não podem ir', gender: 'm' } as const

interface Props {
  readonly account: WaitingAccount
  readonly acts: RemittanceActs
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** What waits in one account, what cannot go and why, and the next file. */
export function RemittanceAccount({ account, acts, isOpen, onOpen }: Props) {
  const list = useId()
  const { registrations, writeOffs, dueChanges, blocked, lacks, number } = account
  const going = registrations.count + writeOffs.count + dueChanges.count
  const stays = blocked.reduce((sum, each) => sum + each.count, 0)
  const may = can(useUser(), generateRemittance.id)
  return (
    <Card className={styles.account} title={account.name} beside={<span className="meta">{account.bank}</span>}>
      <p>
        {going > 0 ? (
          <>
            {join([
              ...(registrations.count ? [count(registrations.count, registered)] : []),
              ...(dueChanges.count ? [count(dueChanges.count, moved)] : []),
              ...(writeOffs.count ? [count(writeOffs.count, writtenOff)] : []),
            ])}
            : <strong>{showMoney(registrations.value + writeOffs.value + dueChanges.value)}</strong>
          </>
        ) : stays ? (
          'Nada pode ir ainda.'
        ) : (
          'Nada espera: os boletos emitidos já estão em remessas.'
        )}
      </p>
      {lacks.length > 0 && (
        <Band tone="atencao" role="alert">
          {`${lacks.join(' ')} `}
          <Link to={`/${checkingAccounts.path}/${account.uuid}`}>Abrir a conta corrente</Link>
        </Band>
      )}
      {stays > 0 && (
        <Band tone="atencao">
          <b>{count(stays, stuck)}:</b>
          <ul className="points">
            {blocked.map(({ why, count: those }) => (
              <li key={why}>{`${those} · ${why}.`}</li>
            ))}
          </ul>
        </Band>
      )}
      <Doubts account={account} />
      <div className={styles.acts}>
        {may && (
          <BusyButton
            busy={acts.busy}
            doing="Gerando…"
            disabled={going === 0 || lacks.length > 0}
            onClick={() => void acts.generate(account)}
          >
            {`Gerar remessa nº ${number}`}
          </BusyButton>
        )}
        {going + stays > 0 && (
          <Button variant="default" aria-expanded={isOpen} aria-controls={list} onClick={onOpen}>
            {isOpen ? 'Fechar a lista' : 'Ver os boletos'}
          </Button>
        )}
      </div>
      {isOpen && going + stays > 0 && (
        <div id={list}>
          <WaitingOrders account={account} />
        </div>
      )}
    </Card>
  )
}

/** What the office checks with the bank before it relies on the file. */
function Doubts({ account: { manual, doubts } }: { readonly account: WaitingAccount }) {
  if (!manual) return null
  return (
    <details className={styles.doubts} open={doubts.length > 0}>
      <summary>{doubts.length > 0 ? 'A conferir com o banco' : 'Leiaute seguido'}</summary>
      <p>{`${manual}. Antes da primeira remessa, peça ao banco a homologação do arquivo.`}</p>
      {doubts.length > 0 && (
        <ul className="points">
          {doubts.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </details>
  )
}

function WaitingOrders({ account }: { readonly account: WaitingAccount }) {
  const { data, error, isPending, refetch } = useRemittancePreview(account.uuid)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={4} height={32} />
  // What cannot go comes first: somebody has to act on it.
  const rows = data.data.toSorted((one, other) => Number(other.refusal !== null) - Number(one.refusal !== null))
  return (
    <Table
      label={`Boletos que esperam em ${account.name}`}
      columns={columns}
      rows={rows}
      keyOf={({ slip, movement }) => `${slip} ${movement}`}
      step={50}
      look="plain"
      cards
    />
  )
}

const columns: readonly Column<WaitingOrder>[] = [
  {
    key: 'client',
    title: 'Cliente',
    names: true,
    cell: ({ bill, client }) => <Link to={`/${bills.path}/${bill}`}>{client.name}</Link>,
  },
  {
    key: 'movement',
    title: 'O que se pede',
    cell: ({ movement, reason }) => (
      <>
        {remittedMovements[movement]}
        {reason && <small>{reason}</small>}
      </>
    ),
  },
  { key: 'number', title: 'Nosso número', className: 'id', label: 'Nosso número', cell: ({ number }) => number },
  { key: 'due', title: 'Vencimento', label: 'Vencimento', cell: ({ due_date }) => showDate(due_date) },
  { key: 'value', title: 'Valor', numeric: true, label: 'Valor', cell: ({ value }) => showMoney(value) },
  {
    key: 'refusal',
    title: 'Situação',
    phone: 'line',
    cell: ({ refusal }) =>
      refusal ? (
        <>
          <StatusChip tone="atencao">Não pode ir</StatusChip>
          <small>
            {`${refusal.why}. `}
            <Link to={refusal.path}>Corrigir</Link>
          </small>
        </>
      ) : (
        <StatusChip tone="info">Vai nesta remessa</StatusChip>
      ),
  },
]
