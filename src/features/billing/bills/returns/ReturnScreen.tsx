import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { allOf, count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import type { PreviewedReturn } from '#features/billing/bills/returns/api.ts'
import { ReturnLines } from '#features/billing/bills/returns/ReturnLines.tsx'
import { bankReturns, type BankReturn } from '#features/billing/bills/returns/returned.ts'
import { applied } from '#features/billing/bills/returns/verdicts.ts'
import { useReturn } from '#features/billing/bills/returns/useReturn.web.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/billing/bills/returns/returns.module.css'

const lines = { one: 'linha', many: 'linhas', gender: 'f' } as const
const moneyLines = { one: 'linha traz', many: 'linhas trazem', gender: 'f' } as const
const skippedRecords = { one: 'registro deixado de fora', many: 'registros deixados de fora', gender: 'm' } as const

/** What the bank returned about boletos: looked at first, then applied. */
export default function ReturnScreen() {
  const { seen, done, busy, error, recent, look, apply, forget } = useReturn()
  const applications = recent.data?.data
  return (
    <Page title="Retorno do banco" crumbs={[{ label: allOf(bills.text), to: `/${bills.path}` }]}>
      {error && (
        <Band tone="erro" role="alert">
          {error}
        </Band>
      )}
      {seen ? (
        <Looked seen={seen} done={done} busy={busy} onApply={checked => void apply(checked)} onForget={forget} />
      ) : (
        <DropZone
          title="Arquivo de retorno"
          help="O CNAB 240 que o banco entrega, de Banco do Brasil, Santander, Bradesco, Itaú ou Sicoob. Antes de mudar qualquer coisa, você vê o que cada linha diz."
          label="Arquivo de retorno"
          accept=".ret,.crt,.txt,.rem,text/plain"
          onFile={file => void look(file)}
        />
      )}
      {busy && !seen && <p className="meta">Lendo o arquivo…</p>}
      <Card className={styles.recent} title="Últimos aplicados">
        <Awaited waiting={recent.isPending} lines={3} height={32}>
          {recent.error && !applications && <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />}
          {applications?.length === 0 && <p className="meta">Nenhum arquivo foi aplicado ainda.</p>}
          {applications && applications.length > 0 && (
            <Table
              label="Arquivos aplicados"
              columns={appliedColumns}
              rows={applications}
              keyOf={({ uuid }) => uuid}
              look="plain"
              cards
            />
          )}
        </Awaited>
      </Card>
    </Page>
  )
}

const appliedColumns: readonly Column<BankReturn>[] = [
  {
    key: 'name',
    title: 'Arquivo',
    names: true,
    cell: ({ uuid, name }) => <Link to={`/${bankReturns.path}/${uuid}`}>{name}</Link>,
  },
  { key: 'account', title: 'Conta', cell: ({ checking_account: account }) => account.name },
  {
    key: 'at',
    title: 'Aplicado em',
    label: 'Aplicado em',
    cell: ({ applied_at, undone_at }) =>
      undone_at ? `Desfeito em ${showInstant(undone_at)}` : applied_at && showInstant(applied_at),
  },
  { key: 'user', title: 'Por', label: 'Por', cell: ({ user }) => user?.name },
  {
    key: 'lines',
    title: 'Linhas',
    numeric: true,
    label: 'Linhas',
    cell: each => `${each.applied} de ${each.lines}`,
  },
  { key: 'waiting', title: 'Sem conta', numeric: true, label: 'Sem conta', cell: ({ waiting }) => waiting },
  { key: 'received', title: 'Recebido', numeric: true, label: 'Recebido', cell: each => showMoney(each.received) },
  { key: 'fees', title: 'Tarifas', numeric: true, label: 'Tarifas', cell: each => showMoney(each.fees) },
]

interface LookedProps {
  readonly seen: PreviewedReturn
  /** It was applied just now. */
  readonly done: boolean
  readonly busy: boolean
  readonly onApply: (checked: boolean) => void
  readonly onForget: () => void
}
function Looked({ seen, done, busy, onApply, onForget }: LookedProps) {
  const user = useUser()
  const writes = seen.lines.filter(({ verdict }) => applied.has(verdict)).length
  const may = can(user, 'bills-to-receive.retorno.aplicar')
  const [checked, check] = useState(false)
  return (
    <>
      <Card className={styles.file} title={seen.name}>
        <p>
          {[
            `${seen.account.name} (${seen.bank})`,
            seen.created_on && `gerado em ${showDate(seen.created_on)}`,
            `arquivo nº ${seen.sequence}`,
            count(seen.lines.length, lines),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>
          {done ? 'Recebido: ' : 'A receber por este arquivo: '}
          <strong>{showMoney(seen.received)}</strong>
        </p>
        {seen.fees > 0 && <p className="meta">Tarifas do banco neste arquivo: {showMoney(seen.fees)}</p>}
        {seen.waiting > 0 && (
          <Band tone="atencao">
            {`${count(seen.waiting, moneyLines)} dinheiro que não é de nenhuma conta. ${done ? 'Agora' : 'Depois de aplicar,'} ${seen.waiting === 1 ? 'ela espera' : 'elas esperam'} em `}
            <Link to="/dinheiro-sem-conta">Dinheiro sem conta</Link>.
          </Band>
        )}
        {seen.skipped.map(({ at, count: records, why }) => (
          <p key={`${at} ${why}`} className="meta">{`Linha ${at}: ${count(records, skippedRecords)}. ${why}`}</p>
        ))}
        {!done && seen.doubts.length > 0 && (
          <Band tone="atencao">
            {seen.doubts.join(' ')}
            {seen.news && may && (
              <Checkbox
                mt={8}
                label="Conferi com o banco: aplicar as linhas assim mesmo"
                checked={checked}
                onChange={e => check(e.currentTarget.checked)}
              />
            )}
          </Band>
        )}
        <div className={styles.acts}>
          {!done && seen.news && may && (
            <BusyButton
              busy={busy}
              doing="Aplicando…"
              disabled={seen.doubts.length > 0 && !checked}
              onClick={() => onApply(checked)}
            >
              {writes > 0 ? `Aplicar ${count(writes, lines)}` : 'Guardar o arquivo'}
            </BusyButton>
          )}
          <Button variant="default" disabled={busy} onClick={onForget}>
            {done || !seen.news ? 'Ler outro arquivo' : 'Desistir'}
          </Button>
        </div>
        {!done && !seen.news && <p className="meta">Nada de novo neste arquivo: nenhuma conta mudaria.</p>}
      </Card>
      <ReturnLines seen={seen} />
    </>
  )
}
