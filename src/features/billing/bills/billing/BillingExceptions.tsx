import type { BillingException } from '#features/billing/bills/billing/schema.ts'
import { exceptionKinds, type ExceptionKind } from '#features/billing/bills/billing/kinds.ts'
import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'

const kinds = Object.keys(exceptionKinds).filter((name): name is ExceptionKind => name in exceptionKinds)
/** These lists open only on a click. */
const folded: ReadonlySet<ExceptionKind> = new Set(['ja-faturado', 'inativo'])

/** Who is not billed, counted by the reason, each with where it is put right. */
export function BillingExceptions({ exceptions }: { readonly exceptions: readonly BillingException[] }) {
  const found = kinds.flatMap(kind => {
    const those = exceptions.filter(each => each.kind === kind)
    return those.length ? [{ kind, those }] : []
  })
  if (!found.length) return null
  return (
    <Card title={`De fora: ${exceptions.length}`}>
      {found.map(({ kind, those }) => (
        <details key={kind} open={!folded.has(kind) && those.length <= 10}>
          <summary>{`${exceptionKinds[kind]}: ${those.length}`}</summary>
          <List wrap>
            {those.map(({ client, reason, bill }) => (
              <li key={client.uuid}>
                <div>
                  <Link to={kind === 'prospecto' ? `/prospectos/${client.uuid}` : `/clients/${client.uuid}`}>
                    {client.name}
                  </Link>
                </div>
                {bill ? <Link to={`/bills-to-receive/${bill}`}>{reason}</Link> : <span className="meta">{reason}</span>}
              </li>
            ))}
          </List>
        </details>
      ))}
    </Card>
  )
}
