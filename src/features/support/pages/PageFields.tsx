import { Metas } from '#web/kinds/Metas.tsx'
import { showSpecialPage } from '#features/support/pages/api.ts'
import { pages } from '#features/support/pages/pages.ts'
import { useAnswer } from '#web/call.ts'
import { Show } from '#web/kinds/Show.tsx'

/** A page that changes changes its fields. */
const readPageFields = { ...showSpecialPage, lists: pages }

/** The run-time fields of a page, as its special page answers them. */
export function PageFields({ uuid }: { readonly uuid: string }) {
  const { data } = useAnswer(readPageFields, { page: uuid })
  const fields = data?.data.metas_only_father ?? []
  return fields.length > 0 && <Metas value={fields} Show={Show} />
}
