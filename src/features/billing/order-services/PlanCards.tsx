import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showDate, showMoney, showPercent } from '#kernel/show.ts'
import type { OrderPlan, PlanRefusal } from '#features/billing/order-services/api.ts'
import styles from '#features/billing/order-services/order-services.module.css'
import { Band } from '#web/ui/Band.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

type PlanFact = readonly [label: string, value: ReactNode]

/** What an order would bring about, one card each; nothing of it is done yet. */
export function PlanCards({ plan }: { readonly plan: OrderPlan }) {
  const { bill, note, slip } = plan
  return (
    <div className={styles.cards}>
      {!bill && !note && !slip && (
        <Band tone="neutro">Só a ordem fica registrada: nenhuma conta, nota ou boleto sai dela.</Band>
      )}
      <PlanCard title="Conta a receber" piece={bill}>
        {({ due_date, value, subject, finance_type }) => [
          ['Do que se trata', subject],
          ['Vencimento', showDate(due_date)],
          ['Valor', showMoney(value)],
          ['Tipo', finance_type],
        ]}
      </PlanCard>
      <PlanCard title="Nota fiscal" piece={note}>
        {made => [
          ['Empresa', made.company],
          [
            'Número',
            made.number === null ? 'Dado na emissão' : `${made.number}${made.serie ? `, série ${made.serie}` : ''}`,
          ],
          ['Serviço', made.service],
          ['Competência', showDate(made.competence)],
          ['Valor', showMoney(made.value)],
          ...(made.iss_rate === null
            ? []
            : [
                [
                  'ISS',
                  `${showPercent(made.iss_rate)}${made.iss_value === null ? '' : `, ${showMoney(made.iss_value)}`}`,
                ] as const,
              ]),
          ['Tomador', made.taker.map(line => <span key={line}>{line}</span>)],
          ['Emissor', made.issuer],
          ...made.warnings.map(text => ['Atenção', text] as const),
        ]}
      </PlanCard>
      <PlanCard title="Boleto" piece={slip}>
        {({ bank, account, due_date, value }) => [
          ['Banco', bank],
          ['Conta', account],
          ['Vencimento', showDate(due_date)],
          ['Valor', showMoney(value)],
          ['Registro', 'Sai numerado; o banco ainda o registra'],
        ]}
      </PlanCard>
    </div>
  )
}

interface Props<T> {
  readonly title: string
  readonly piece: { readonly made: T | null; readonly refusal: PlanRefusal | null } | null
  readonly children: (made: T) => readonly PlanFact[]
}
function PlanCard<T>({ title, piece, children }: Props<T>) {
  if (!piece) return null
  const chip = piece.refusal ? (
    <StatusChip tone="erro">Não sai assim</StatusChip>
  ) : (
    <StatusChip tone="info">Sai ao emitir</StatusChip>
  )
  return (
    <Card title={title} beside={chip}>
      {piece.refusal ? (
        <p>
          {piece.refusal.text}{' '}
          {piece.refusal.link && <Link to={piece.refusal.link.path}>{piece.refusal.link.label}</Link>}
        </p>
      ) : (
        <dl className={styles.facts}>
          {(piece.made === null ? [] : children(piece.made)).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
