import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

export interface RoleSection {
  readonly section: string
  readonly permissions: readonly { readonly role: string; readonly label: string }[]
}

/** Everything a profile may be given, section by section. */
export const usePermissions = () =>
  useQuery({
    queryKey: ['profiles', 'permissions'],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: readonly RoleSection[] }>('/profiles/permissions', { signal, quiet: true })).data,
  })

/** A permission in words: 'Chamados: Abrir'. */
export function saidRole(sections: readonly RoleSection[], role: string): string {
  const found = sections.find(({ permissions }) => permissions.some(each => each.role === role))
  return `${found?.section ?? 'Outros'}: ${found?.permissions.find(each => each.role === role)?.label ?? role}`
}
