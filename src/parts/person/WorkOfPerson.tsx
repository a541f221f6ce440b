import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

interface HeldByPeople {
  readonly people: readonly { readonly id: number; readonly holds: string }[]
}

/** What somebody answers for, and where it is handed over: to be read before they are blocked. */
export function WorkOfPerson({ id }: { readonly id: number }) {
  const { data } = useQuery({
    queryKey: ['people', 'carga'],
    enabled: can(useUser(), 'people.carga'),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: HeldByPeople }>('/people/carga', { signal, quiet: true })).data,
  })
  const { holds = '' } = data?.people.find(each => each.id === id) ?? {}
  if (!holds) return null
  return (
    <span>
      Responde por {holds}. <Link to="/equipe">Passar o trabalho</Link>
    </span>
  )
}
