import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { Neighbours } from '#features/regulatory/collects/compare/Neighbours.tsx'
import { deadlineOf } from '#parts/period/deadline.ts'
import { label } from '#parts/period/period.ts'
import { isFiled, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { useCollect } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { PersonName } from '#parts/person/PersonName.tsx'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/collects/coleta/collects.module.css'

/** Identifies a coleta by state, month, last day, fistel and service. */
export function CollectFacts({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  const { data } = useCollect(uuid)
  const [today] = useState(() => dayIn(new Date()).day)
  if (!data) return null
  const { client, fistel, service_type, status, answered_by } = data.row
  const step = stepOf(status)
  const { due, said, late } = deadlineOf(data.row, today, isFiled(step))
  return (
    <div className={styles.facts}>
      <StatusChip tone={steps[step].tone}>{steps[step].name}</StatusChip>
      {data.row.zeroed && <StatusChip tone="atencao">Zerada</StatusChip>}
      {data.row.repeated && <StatusChip tone="neutro">{`Repetida de ${data.row.repeated}`}</StatusChip>}
      {late && said && <StatusChip tone="erro">{said.charAt(0).toUpperCase() + said.slice(1)}</StatusChip>}
      <span className={styles.month}>
        Competência <strong>{label(data.row)}</strong>
        {data.row.edition > 1 && `, versão ${data.row.edition}`}
        {can(user, 'collects.previous') && can(user, 'collects.next') && <Neighbours uuid={uuid} />}
      </span>
      <span>
        Prazo {showDate(due)}
        {!late && said && ` (${said})`}
      </span>
      <span>
        Fistel <span className="id">{fistel.name}</span>
        {service_type && `, ${service_type.name}`}
      </span>
      {answered_by && (
        <span>
          Responsável: <PersonName person={answered_by} inline />
        </span>
      )}
      {can(user, 'clients.show') && <Link to={`/clients/${client.uuid}`}>Ver o cliente</Link>}
    </div>
  )
}
