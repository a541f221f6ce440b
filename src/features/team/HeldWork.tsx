import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workText } from '#features/team/kinds.ts'
import type { PersonLoad } from '#features/team/load.ts'
import { can } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** What somebody answers for, and where it is handed over: to be read before they are blocked. */
export function HeldWork({ id }: { readonly id: number }) {
  const { data } = useQuery({
    queryKey: ['people', 'carga'],
    enabled: can(useUser(), 'people.carga'),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: { people: readonly PersonLoad[] } }>('/people/carga', { signal, quiet: true })).data,
  })
  const loads = data?.people.find(each => each.id === id)?.loads.filter(({ open }) => open > 0) ?? []
  if (!loads.length) return null
  return (
    <span>
      Responde por {join(loads.map(({ kind, open }) => count(open, workText(kind))))}.{' '}
      <Link to="/equipe">Passar o trabalho</Link>
    </span>
  )
}
