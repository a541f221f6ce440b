import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { maskDocument } from '#kernel/brasil.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { bankReturns, returnLines, type BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import { returnVerdicts } from '#features/billing/bills/returns/verdicts.ts'
import type { MoneyDecision } from '#features/billing/bills/returns/useMoney.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import styles from '#features/billing/bills/returns/returns.module.css'

interface Props {
  readonly line: BankReturnLine
  readonly onPlace: () => void
  readonly onDecide: (decision: MoneyDecision) => void
}

/** What is called out of a line: money that went back, or the amount where it can be read. */
export const amountOf = ({ paid, verdict }: Pick<BankReturnLine, 'paid' | 'verdict'>) =>
  verdict === 'estorno' ? returnVerdicts.estorno : paid === null ? 'Valor ilegível' : showMoney(paid)

/** One line: how much came in from whom, what the bank says of it, why it waits, and what may be done. */
export function MoneyItem({ line, onPlace, onDecide }: Props) {
  const user = useUser()
  const { bank_return: reading, at, said, note, number, payer, payer_name: name, bill, state } = line
  const from = [name, payer && maskDocument(payer)].filter(Boolean).join(', ')
  const facts = [
    line.occurred_on && `entrou em ${showDate(line.occurred_on)}`,
    nameOfRef(line.checking_account),
    number && `nosso número ${number}`,
    line.value !== null && line.value !== line.paid && `boleto de ${showMoney(line.value)}`,
  ]
  const button = (does: string, label: string, act: () => void, look: 'default' | 'subtle' = 'default') =>
    can(user, `${returnLines.path}.${does}`) && (
      <Button
        variant={look}
        {...(look === 'subtle' && { color: 'gray' })}
        size="compact-sm"
        aria-label={`${amountOf(line)}, linha ${at ?? ''}: ${label.replace('…', '').toLowerCase()}`}
        onClick={act}
      >
        {label}
      </Button>
    )
  return (
    <li>
      <div>
        <p className={styles.amount}>
          {amountOf(line)}
          {from && <span>{` de ${from}`}</span>}
        </p>
        <p className="meta">{facts.filter(Boolean).join(' · ')}</p>
        {note && <p className={styles.why}>{note}</p>}
        <p className="meta">
          {said}
          {' · linha '}
          {at}
          {' de '}
          {can(user, `${bankReturns.path}.show`) ? (
            <Link to={`/${bankReturns.path}/${reading.uuid}`}>{reading.name}</Link>
          ) : (
            reading.name
          )}
        </p>
        {bill && (
          <p>
            {state === 'colocada' ? 'Na conta ' : 'O boleto é da conta '}
            <Link to={`/bills-to-receive/${bill.uuid}`}>{bill.name}</Link>
          </p>
        )}
        <Settled line={line} />
      </div>
      <div className={styles.decide}>
        {state === 'espera' ? (
          <>
            {line.verdict !== 'estorno' && button('colocar', 'Colocar numa conta…', onPlace)}
            {line.verdict !== 'estorno' && button('devolver', 'Devolvido…', () => onDecide('sendBack'))}
            {button('explicar', 'Explicar…', () => onDecide('explain'), 'subtle')}
          </>
        ) : (
          button('reabrir', 'Voltar a esperar…', () => onDecide('reopen'), 'subtle')
        )}
      </div>
    </li>
  )
}

/** What somebody decided, and why. */
function Settled({ line: { state, returned_on: day, reason, settler, settled_at: at } }: Pick<Props, 'line'>) {
  if (state === 'espera' || !at) return null
  const by = settler && `por ${settler.name}`
  return (
    <p className="meta">
      {[day && `Devolvido em ${showDate(day)}`, reason, `${showInstant(at)}${by ? ` ${by}` : ''}`]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
