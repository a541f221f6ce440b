import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant, showMoney } from '#kernel/show.ts'
import { allOf, count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import type { WaitingAccount } from '#features/billing/bills/remittance/api.ts'
import { RemittanceAccount } from '#features/billing/bills/remittance/RemittanceAccount.tsx'
import { RemittanceButtons, RemittanceChip } from '#features/billing/bills/remittance/RemittanceActs.tsx'
import { bankRemittances, type BankRemittance } from '#features/billing/bills/remittance/remitted.ts'
import { useRemittanceActs, useWaitingRemittances } from '#features/billing/bills/remittance/useRemittances.web.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/billing/bills/remittance/remittance.module.css'

/** What waits to be sent to the bank by account, and the files made before. */
export default function RemittanceScreen() {
  const mayList = can(useUser(), `${bankRemittances.path}.index`)
  const { waiting, recent } = useWaitingRemittances(mayList)
  const acts = useRemittanceActs()
  const [opened, open] = useState<string | null | undefined>()
  const accounts = waiting.data?.data
  return (
    <Page title="Remessa ao banco" crumbs={[{ label: allOf(bills.text), to: `/${bills.path}` }]}>
      {acts.refusal && (
        <Band tone="erro" role="alert">
          {acts.refusal}
        </Band>
      )}
      <Awaited waiting={waiting.isPending} lines={4} height={48}>
        {waiting.error && !accounts && <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} />}
        {accounts?.length === 0 && <NoAccount />}
        {accounts && accounts.length > 0 && (
          <div className={styles.accounts}>
            {accounts.map(account => {
              // The only account has its list open at first.
              const isOpen = opened === undefined ? accounts.length === 1 : opened === account.uuid
              return (
                <RemittanceAccount
                  key={account.uuid}
                  account={account}
                  acts={acts}
                  isOpen={isOpen}
                  onOpen={() => open(isOpen ? null : account.uuid)}
                />
              )
            })}
          </div>
        )}
      </Awaited>
      {mayList && (
        <Card className={styles.recent} title="Últimas remessas" beside={<Total accounts={accounts ?? []} />}>
          <Awaited waiting={recent.isPending} lines={3} height={32}>
            {recent.error && !recent.data && <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />}
            {recent.data?.data.length === 0 && <p className="meta">Nenhuma remessa foi gerada ainda.</p>}
            {recent.data && recent.data.data.length > 0 && (
              <Table
                label="Remessas geradas"
                columns={columns}
                rows={recent.data.data}
                keyOf={({ uuid }) => uuid}
                look="plain"
                cards
              />
            )}
          </Awaited>
        </Card>
      )}
    </Page>
  )
}

const NoAccount = () => (
  <EmptyState
    title="Nenhuma conta registra boletos por remessa"
    text={
      <>
        Em <Link to={`/${checkingAccounts.path}`}>Contas correntes</Link>, escolha na conta o registro{' '}
        <b>por arquivo de remessa</b>. Os boletos emitidos daí em diante esperam aqui.
      </>
    }
  />
)

const boletos = { one: 'boleto espera', many: 'boletos esperam', gender: 'm' } as const
function Total({ accounts }: { readonly accounts: readonly WaitingAccount[] }) {
  const all = accounts.reduce(
    (sum, { registrations, writeOffs, dueChanges }) => sum + registrations.count + writeOffs.count + dueChanges.count,
    0,
  )
  return all > 0 && <span className="meta">{count(all, boletos)}</span>
}

const columns: readonly Column<BankRemittance>[] = [
  {
    key: 'number',
    title: 'Remessa',
    names: true,
    cell: ({ uuid, number }) => <Link to={`/${bankRemittances.path}/${uuid}`}>{`nº ${number}`}</Link>,
  },
  { key: 'account', title: 'Conta', cell: ({ checking_account: account }) => account.name },
  { key: 'at', title: 'Gerada em', label: 'Gerada em', cell: ({ made_at }) => made_at && showInstant(made_at) },
  { key: 'orders', title: 'Boletos', numeric: true, label: 'Boletos', cell: ({ orders }) => orders },
  { key: 'answered', title: 'Respondidos', numeric: true, label: 'Respondidos', cell: ({ answered }) => answered },
  { key: 'value', title: 'Valor', numeric: true, label: 'Valor', cell: ({ value }) => showMoney(value) },
  { key: 'state', title: 'Situação', label: 'Situação', cell: ({ state }) => <RemittanceChip state={state} /> },
  {
    key: 'acts',
    title: <span className="sr-only">Ações</span>,
    phone: 'line',
    cell: row => <RemittanceButtons row={row} />,
  },
]
