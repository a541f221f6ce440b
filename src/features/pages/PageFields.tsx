import { useQuery } from '@tanstack/react-query'
import { Metas } from '#web/kinds/Metas.tsx'
import { api } from '#web/api.ts'

interface SpecialPage {
  readonly metas_only_father: readonly unknown[]
}

/** The run-time fields of a page, as its special page answers them. */
export function PageFields({ uuid }: { readonly uuid: string }) {
  const { data } = useQuery({
    queryKey: ['pages', 'special', uuid],
    queryFn: ({ signal }) => api.get<{ readonly data: SpecialPage }>(`/special-pages/${uuid}`, { signal, quiet: true }),
  })
  const fields = data?.data.metas_only_father ?? []
  return fields.length > 0 && <Metas value={fields} />
}
