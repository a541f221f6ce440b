import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { api } from '#web/api.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

const path = 'order-services'
const pieces = { bill: ['bills-to-receive', 'Conta'], invoice: ['service-invoices', 'Nota'] } as const
type OrderPieceName = keyof typeof pieces

interface MakingOrder {
  readonly uuid: string
  readonly name: string
  readonly bill?: unknown
  readonly invoice?: unknown
}
interface Props {
  /** What the record on the screen is to its order. */
  readonly as: OrderPieceName
  readonly id: number
}

/** Links from a bill or a note to the order of service it was made for, and to what else was made for it. */
export function OrderLinks({ as, id }: Props) {
  const user = useUser()
  const other: OrderPieceName = as === 'bill' ? 'invoice' : 'bill'
  const query = { [`filter[${as}_id]`]: id, columns: `name,${other}`, per_page: 5 }
  const { data } = useQuery({
    queryKey: [path, 'made', query],
    queryFn: ({ signal }) => api.get<Pick<Page<MakingOrder>, 'data'>>(`/${path}`, { query, signal, quiet: true }),
    enabled: can(user, `${path}.index`),
  })
  return data?.data.map(order => {
    const [section, word] = pieces[other]
    const made = order[other]
    return (
      <li key={order.uuid}>
        <span>Ordem de serviço</span>
        <PieceLink section={path} uuid={order.uuid} name={order.name} />
        {isRecord(made) && (
          <>
            <span>{word}</span>
            <PieceLink section={section} uuid={String(made.uuid)} name={nameOfRef(made)} />
          </>
        )}
      </li>
    )
  })
}

function PieceLink({
  section,
  uuid,
  name,
}: {
  readonly section: string
  readonly uuid: string
  readonly name: string
}) {
  return can(useUser(), `${section}.show`) ? <Link to={`/${section}/${uuid}`}>{name}</Link> : <span>{name}</span>
}
