import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { textParameter, useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import { readMonthBoard, readYearBoard, finishColetas } from '#features/regulatory/month/api.ts'
import styles from '#features/regulatory/month/year.module.css'

const views = [
  { view: 'mes', label: 'Mês', permission: readMonthBoard.id, search: {} },
  { view: 'meses', label: 'Meses', permission: readYearBoard.id, search: { vista: 'meses' } },
  { view: 'fechamento', label: 'Fechamento', permission: finishColetas.id, search: { modo: 'fechamento' } },
] as const

/** The board's ways of being looked at. */
export function QuadroViews({ shown }: { readonly shown: (typeof views)[number]['view'] }) {
  const user = useUser()
  // The month goes along.
  const [{ mes }] = useAddress({ mes: textParameter })
  return (
    <nav className={`${styles.views} no-print`} aria-label="Vistas do quadro">
      {views
        .filter(({ permission }) => can(user, permission))
        .map(({ view, label, search }) => (
          // The router would call all of them current: they share an address.
          <Link
            key={view}
            to="/collects/quadro"
            search={{ ...search, ...(mes && { mes }) }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={view === shown ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
    </nav>
  )
}
