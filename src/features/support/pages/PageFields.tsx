import { useQuery } from '@tanstack/react-query'
import { Metas } from '#web/kinds/Metas.tsx'
import { showSpecialPage } from '#features/support/pages/api.ts'
import { pages } from '#features/support/pages/pages.ts'
import { queryKeyOf, sendCall } from '#web/call.ts'
import { Show } from '#web/kinds/Show.tsx'

/** The run-time fields of a page, as its special page answers them. */
export function PageFields({ uuid }: { readonly uuid: string }) {
  const { data } = useQuery({
    // A page that changes changes its fields.
    queryKey: [pages.path, ...queryKeyOf(showSpecialPage), uuid],
    queryFn: ({ signal }) => sendCall(showSpecialPage, { page: uuid }, { signal, quiet: true }),
  })
  const fields = data?.data.metas_only_father ?? []
  return fields.length > 0 && <Metas value={fields} Show={Show} />
}
